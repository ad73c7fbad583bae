const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace";

/** A paragraph. */
export function paragraph(text: string): string {
  return `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#1f2933">${escapeHtml(text)}</p>`;
}

/** A text to be copied: its own line breaks, letters of one width, and nothing that breaks a word in two. */
export function copyBlock(text: string): string {
  return `<pre style="margin:0 0 16px;padding:14px 16px;background:#f1f5f4;border:1px solid #d5dedb;border-radius:6px;${MONO};font-size:14px;line-height:21px;color:#102a23;white-space:pre-wrap;word-break:break-all">${escapeHtml(text)}</pre>`;
}

/** Names and values, a line each. */
export function factTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const cell = `padding:4px 16px 4px 0;${FONT};font-size:15px;line-height:22px;vertical-align:top`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="${cell};color:#52606d">${escapeHtml(name)}</td><td style="${cell};color:#1f2933">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`;
}

/** A whole letter: one column that fits a telephone, without images, scripts or anything fetched from elsewhere. */
export function htmlLetter(title: string, blocks: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="pt-BR"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light">',
    `<title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:0;background:#eef2f1">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2f1"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-radius:8px;border-top:4px solid #0b6e4f">',
    '<tr><td style="padding:28px 28px 12px">',
    `<h1 style="margin:0 0 18px;${FONT};font-size:21px;line-height:28px;font-weight:600;color:#102a23">${escapeHtml(title)}</h1>`,
    ...blocks,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n');
}
