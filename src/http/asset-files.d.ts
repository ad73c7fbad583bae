/* Files that go out as they are: an import with `type: 'file'` gives the path, one with `type: 'text'` the contents. */

declare module '*/standalone.js' {
  const path: string;
  export = path;
}

declare module './files/*' {
  const text: string;
  export = text;
}
