import { describe, expect, test } from 'bun:test';
import { NotWebdavError, parseListing } from '../../../src/import/download/webdav.ts';

const FOLDER = 'https://arquivos.example/public.php/webdav/2026-08/';

/** A listing of one file as the given server writes it. */
function listing(prefix: string, href: string, props: string): string {
  const tag = (name: string) => (prefix === '' ? name : `${prefix}:${name}`);
  const declaration = prefix === '' ? 'xmlns="DAV:"' : `xmlns:${prefix}="DAV:"`;
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<${tag('multistatus')} ${declaration}>` +
    `<${tag('response')}><${tag('href')}>/public.php/webdav/2026-08/</${tag('href')}></${tag('response')}>\n` +
    `<${tag('response')}>\n <${tag('href')}>${href}</${tag('href')}>${props.replaceAll('P:', prefix === '' ? '' : `${prefix}:`)}` +
    `</${tag('response')}></${tag('multistatus')}>`
  );
}

describe('parseListing', () => {
  test.each(['d', 'D', 'lp1', ''])('reads a file from a server that writes `%s:`', (prefix) => {
    const props =
      '<P:propstat><P:prop><P:resourcetype/><P:getcontentlength> 2055208960 </P:getcontentlength>' +
      '<P:getetag>&quot;68c&#45;1&quot;</P:getetag><P:getlastmodified>Sun, 09 Aug 2026 12:00:00 GMT</P:getlastmodified>' +
      '</P:prop></P:propstat>';
    expect(parseListing(listing(prefix, '/public.php/webdav/2026-08/Empresas0.zip', props), FOLDER)).toEqual([
      {
        name: 'Empresas0.zip',
        isFolder: false,
        size: 2_055_208_960,
        etag: '"68c-1"',
        lastModified: 'Sun, 09 Aug 2026 12:00:00 GMT',
      },
    ]);
  });

  test.each([
    ['/public.php/webdav/2026-08/Lucro%20Real.zip', 'Lucro Real.zip'],
    ['https://arquivos.example/public.php/webdav/2026-08/Lucro%20Real.zip', 'Lucro Real.zip'],
    ['/public.php/webdav/2026-08/100%.zip', '100%.zip'],
    ['/public.php/webdav/2026-08/antigos/', 'antigos'],
  ])('names what is at %s', (href, name) => {
    expect(parseListing(listing('d', href, ''), FOLDER).map((entry) => entry.name)).toEqual([name]);
  });

  test('tells folders, and leaves undefined what it is not told', () => {
    const props =
      '<P:prop><P:resourcetype><P:collection/></P:resourcetype><P:getcontentlength/><P:getetag /></P:prop>';
    expect(parseListing(listing('d', '/public.php/webdav/2026-08/antigos/', props), FOLDER)).toEqual([
      { name: 'antigos', isFolder: true, size: undefined, etag: undefined, lastModified: undefined },
    ]);
  });

  test.each(['', '<html><body>Entre</body></html>', '{"ok":true}'])('refuses `%s`', (text) => {
    expect(() => parseListing(text, FOLDER)).toThrow(NotWebdavError);
  });
});
