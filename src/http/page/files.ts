import css from './page.css' with { type: 'text' };
import html from './page.html' with { type: 'text' };
import js from './page.js' with { type: 'text' };

const a: string = html;
const b: string = css;
const c: string = js;
export const p = [a, b, c];
