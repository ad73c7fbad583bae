import scalarPath from '../../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with {
  type: 'file',
};

/**
 * Scalar's validation library tries whether it may compile code from text, which the page's policy forbids and browsers
 * report; told beforehand that it may not, it does not try.
 */
const PREAMBLE = 'globalThis.__zod_globalConfig = { jitless: true };\n';

/** The script of the documentation's page, from the package itself: nothing is asked of another host. */
export async function readScalar(): Promise<Uint8Array> {
  return Buffer.concat([Buffer.from(PREAMBLE), await Bun.file(scalarPath).bytes()]);
}
