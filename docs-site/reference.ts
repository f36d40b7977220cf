import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { contents, PROJECT, referenceOf } from './contents.ts';
import type { ContractDocument } from './contract-pages/contract-document.ts';
import { referencePage } from './contract-pages/reference-page.ts';
import { headerHtml } from './header/header.ts';
import { policyElement } from './policy.ts';
import { forRedoc, type Links } from './redoc-document.ts';
import { twinOf } from './twins.ts';

const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);
/** Logos that Redoc would load from its vendor's host. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const INLINE_LOGO =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='14'%3E%3Ctext y='11' font-family='sans-serif' font-size='12' fill='%23777'%3ERedoc%3C/text%3E%3C/svg%3E";

/** Writes the Redoc page of a form, the script and styles that both forms share, and the form's document as Markdown, YAML and JSON. */
export async function writeReference(form: 1 | 2, folder: string): Promise<void> {
  const page = join(folder, referenceOf(form));
  await mkdir(dirname(page), { recursive: true });
  const json = await readFile(join(PROJECT, `openapi/form-${form}.json`), 'utf8');
  const document: ContractDocument & Links = JSON.parse(json);
  const input = join(folder, `openapi/input-${form}.json`);
  const config = join(folder, `openapi/config-${form}.yaml`);
  await writeFile(input, JSON.stringify(forRedoc(document, form)));
  await writeFile(config, JSON.stringify({ telemetry: 'off', openapi: optionsOf(form) }));
  await promisify(execFile)(
    process.execPath,
    [REDOCLY, 'build-docs', input, '--inlineBundle', '--config', config, '--output', page],
    { cwd: PROJECT },
  );
  const html = adapted(await readFile(page, 'utf8'), form, headerHtml(await contents(), referenceOf(form)));
  const { text, shared } = withSharedFiles(html);
  await writeFile(page, withPolicy(text));
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const [name, content] of shared) await writeFile(join(folder, 'assets', name), content);
  await writeFile(twinOf(page), referencePage(document, form));
  for (const format of ['yaml', 'json']) {
    const file = `openapi/form-${form}.${format}`;
    await copyFile(join(PROJECT, file), join(folder, file));
  }
  await Promise.all([input, config].map((file) => rm(file)));
}

/** What Redoc shows: the languages of the samples, JSON examples unfolded, and links to the document. */
function optionsOf(form: 1 | 2): object {
  return {
    codeSamples: { languages: [{ lang: 'curl' }, { lang: 'JavaScript' }, { lang: 'Python' }] },
    jsonSamplesExpandLevel: 4,
    scrollYOffset: 56,
    downloadUrls: Object.entries({ YAML: 'yaml', JSON: 'json', Markdown: 'md' }).map(([title, ending]) => ({
      title,
      url: `form-${form}.${ending}`,
    })),
  };
}

/** Puts the page between the other pages of the site, without requests to other hosts. Throws if Redoc's output has changed. */
function adapted(html: string, form: 1 | 2, header: string): string {
  const expected = [
    'https://cdn.redoc.ly/redoc/logo-mini',
    CHARSET,
    '<body>',
    '</head>',
    '"disableTelemetry":true',
    '<div id="redoc">',
    CALL,
    LABEL,
  ];
  const missing = expected.find((part) => !html.includes(part));
  if (missing !== undefined) throw new Error(`the output of Redocly no longer contains ${missing}`);
  return html
    .replaceAll(LOGO, INLINE_LOGO)
    .replaceAll(/(<a [^>]*href=")\/([a-z/]*")/g, '$1#/$2')
    .replace('</head>', `${headOf(form)}\n</head>`)
    .replace('<body>', `<body data-root="../">\n${header}`)
    .replace(CALL, 'hydrate(ofDeployment(__redoc_definition),')
    .replace(LABEL, 'options:');
}

/**
 * Moves Redoc's own script and the styles of the prerendered elements, which are the same for both forms, into files named after their
 * content. The script is no module there, since a page opened as a file cannot load modules; only a search in other threads, which the
 * site doesn't use, needs to be one.
 */
function withSharedFiles(html: string): { text: string; shared: ReadonlyMap<string, string> } {
  const [, script = ''] = SCRIPT.exec(html) ?? [];
  const [, styles = ''] = STYLES.exec(html) ?? [];
  if (script === '' || styles === '') throw new Error('the output of Redocly has no script or no styles');
  const scriptName = hashedName(script, 'js');
  const stylesName = hashedName(styles, 'css');
  const text = html
    .replace(STYLES, () => `<link rel="stylesheet" href="../assets/${stylesName}">`)
    .replace(SCRIPT, () => `<script src="../assets/${scriptName}" defer></script>\n<script type="module">`);
  return {
    text,
    shared: new Map([
      [scriptName, `"use strict";\n${script.trim().replaceAll('import.meta.', '({}).')}\n`],
      [stylesName, styles],
    ]),
  };
}

/** Redoc's script, which begins the script of the page, without the exports that a script cannot have. */
const SCRIPT = /<script type="module">(.{1,100}@license MIT.*?)export\{RedocStandalone,hydrate,init\};/s;
const STYLES = /<style data-styled="true"[^>]*>(.*?)<\/style>/s;

function hashedName(content: string, ending: string): string {
  return `redoc-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${ending}`;
}

function withPolicy(page: string): string {
  return page.replace(CHARSET, `${CHARSET}\n${policyElement(needsOf(page))}`);
}

const CHARSET = '<meta charset="utf8" />';

/** The call that shows the document. */
const CALL = 'hydrate(__redoc_definition,';
/** Names the button that chooses an example, so that the example it shows is not read out. */
const LABEL = '"aria-label":`Example`,options:';

const headOf = (form: 1 | 2): string => `<link rel="icon" href="../assets/icon.svg" type="image/svg+xml">
<link rel="alternate" href="form-${form}.md" type="text/markdown">
<link rel="stylesheet" href="../assets/reference.css">
<script src="../assets/deployment.js" defer></script>
<script src="../assets/reference.js" defer></script>
<script src="../assets/header.js" defer></script>`;

/** Redoc writes styles into its page at run time, with an icon font. */
function needsOf(page: string): Parameters<typeof policyElement>[0] {
  const scripts = [...page.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return {
    inlineScripts: scripts.map(([, text = '']) => text),
    inlineStyles: true,
    more: ['font-src data:'],
  };
}
