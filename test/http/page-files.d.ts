/* The page's own scripts, which are plain JavaScript. */

declare module '*/files/cnpj.js' {
  export function checkDigits(base: string): string;
  export function readCnpj(text: string): {
    readonly cnpj?: string;
    readonly problem?: { readonly titulo: string; readonly detalhes: string };
  };
}

declare module '*/files/format.js' {
  export function formatCnpj(cnpj: string): string;
}
