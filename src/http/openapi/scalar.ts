import scalarPath from '../../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with {
  type: 'file',
};

/** The script of the documentation's page, from the package itself: nothing is asked of another host. */
export async function readScalar(): Promise<Uint8Array> {
  return await Bun.file(scalarPath).bytes();
}
