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
  --scalar-background-accent: #e3f3ed;
}
.dark-mode {
  --scalar-color-accent: #63d3ac;
  --scalar-background-accent: #12352b;
}
`;
