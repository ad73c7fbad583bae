/** The colours and letters of the documentation's page, those of the front page. It must hold no apostrophe. */
export const SCALAR_STYLE = `
:root {
  --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --scalar-font-code: ui-monospace, "Cascadia Mono", "Segoe UI Mono", "Liberation Mono", Menlo, monospace;
  --scalar-radius: 6px;
}
.markdown th,
.markdown td {
  word-break: normal;
  overflow-wrap: normal;
}
.section:focus-visible {
  outline: none;
}
.light-mode {
  --scalar-color-accent: #0b6b53;
  --scalar-color-2: #4a4f4c;
  --scalar-color-3: #5f6562;
  --scalar-color-blue: #0b5cad;
  --scalar-color-orange: #a84300;
  --scalar-background-accent: #e3f3ed;
}
.dark-mode {
  --scalar-color-accent: #63d3ac;
  --scalar-color-3: #9aa19d;
  --scalar-background-accent: #12352b;
}
`;
