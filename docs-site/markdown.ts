import GithubSlugger from 'github-slugger';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked, type Tokens } from 'marked';

export interface Heading {
  readonly level: number;
  readonly id: string;
  /** Plain text. */
  readonly text: string;
}

/** A part of a page from one heading to the next, or a row of a table that begins with an anchor; a unit of the search. */
export interface Part {
  readonly heading: Heading;
  /** Plain text below the heading. */
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly parts: readonly Part[];
}

const LANGUAGES = { sh: bash, js: javascript, json, python, ts: typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);
const LABELS: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  ts: 'TypeScript',
  yaml: 'YAML',
};
/** A first line that only names the file, such as `// vite.config.ts`. */
const FILE_LINE = /^(?:\/\/|#) (\S+\.\w+)\n/;

/** Renders GitHub-flavored Markdown, with GitHub's heading anchors. `link` maps each link and image. */
export function renderMarkdown(markdown: string, link: (href: string) => string): Rendered {
  const slugger = new GithubSlugger();
  const parts: { heading: Heading; html: string }[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const text = plainText(inner);
        const id = slugger.slug(text);
        parts.push({ heading: { level: depth, id, text }, html: '' });
        const anchor =
          depth === 1
            ? ''
            : `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(text)}”"></a>`;
        return `<h${depth} id="${id}">${inner}${anchor}</h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        const titleAttribute = title === null || title === undefined ? '' : ` title="${escapeHtml(title)}"`;
        return `<a href="${escapeHtml(link(href))}"${titleAttribute}>${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(link(href))}" alt="${escapeHtml(text)}">`;
      },
      code({ text, lang }) {
        return codeBlock(text, lang?.split(' ')[0] ?? '');
      },
      table(token: Tokens.Table) {
        const header = token.header.some(({ text }) => text.trim() !== '')
          ? `<thead><tr>${token.header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('')}</tr></thead>`
          : '';
        const rows = token.rows.map(
          (row) =>
            `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
        );
        return `<div class="table" role="group" aria-label="Table"><table>${header}<tbody>${rows.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html: string[] = [];
  const rows: Part[] = [];
  for (const token of tokens) {
    const piece = marked.parser([token]);
    html.push(piece);
    const last = parts.at(-1);
    if (token.type !== 'heading' && last !== undefined) last.html += piece;
    if (token.type === 'table') rows.push(...anchoredRows(piece));
  }
  return {
    html: html.join(''),
    parts: [...parts.map(({ heading, html: below }) => ({ heading, text: plainText(below) })), ...rows],
  };
}

/** The rows of a table whose first cell begins with `<a id="…"></a>`; that cell is the heading. */
function anchoredRows(table: string): readonly Part[] {
  const rows = table.matchAll(/<tr><td><a id="([^"]+)"><\/a>(.*?)<\/td>(.*?)<\/tr>/g);
  return [...rows].map(([, id = '', name = '', rest = '']) => ({
    heading: { level: 3, id, text: plainText(name) },
    text: plainText(rest),
  }));
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A code block below a bar with its file or language, where a script adds a button. The bar stays in sight beside long code. */
function codeBlock(source: string, language: string): string {
  const file = FILE_LINE.exec(source)?.[1] ?? '';
  const text = source.replace(FILE_LINE, '');
  const known = hljs.getLanguage(language) !== undefined;
  const code = known ? hljs.highlight(text, { language }).value : escapeHtml(text);
  const label = LABELS[language] ?? 'Text';
  const name = escapeHtml(file === '' ? label : file);
  const bar = `<div class="bar" data-language="${label}">${file === '' ? '' : `<code>${name}</code>`}</div>`;
  return `<div class="code">${bar}<pre role="group" aria-label="${name}"><code>${code}</code></pre></div>\n`;
}

function plainText(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(\/?(p|div|li|td|th|tr|h\d|pre|ul|ol|table)\b|br)[^>]*>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
