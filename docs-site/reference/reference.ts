import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { referencePage } from '../../tools/contract/pages/reference-page.ts';
import { PROJECT, referenceOf } from '../contents.ts';
import { withPolicy } from '../policy.ts';
import { twinOf } from '../twins.ts';
import { type ForRedoc, forRedoc } from './redoc-document.ts';

const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);
/** Logos that Redoc would load from its vendor's host. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const INLINE_LOGO =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='14'%3E%3Ctext y='11' font-family='sans-serif' font-size='12' fill='%23777'%3ERedoc%3C/text%3E%3C/svg%3E";

/** Writes the Redoc page of a form, the script that both forms share, and the form's document as Markdown, YAML and JSON. */
export async function writeReference(form: 1 | 2, folder: string): Promise<void> {
  const page = join(folder, referenceOf(form));
  await mkdir(dirname(page), { recursive: true });
  const json = await readFile(join(PROJECT, `openapi/form-${form}.json`), 'utf8');
  const document: ForRedoc = JSON.parse(json);
  const input = join(folder, `openapi/input-${form}.json`);
  const config = join(folder, `openapi/config-${form}.yaml`);
  await writeFile(input, JSON.stringify(forRedoc(document, form)));
  await writeFile(config, JSON.stringify({ telemetry: 'off', openapi: optionsOf(form) }));
  await promisify(execFile)(
    process.execPath,
    [REDOCLY, 'build-docs', input, '--inlineBundle', '--config', config, '--output', page],
    { cwd: PROJECT },
  );
  const { html, script } = adapted(await readFile(page, 'utf8'), form);
  await writeFile(page, html);
  await writeFile(join(folder, 'assets', nameOf(script)), script);
  await writeFile(twinOf(page), referencePage(document, form));
  for (const format of ['yaml', 'json']) {
    const file = `openapi/form-${form}.${format}`;
    await copyFile(join(PROJECT, file), join(folder, file));
  }
  await Promise.all([input, config].map((file) => rm(file)));
}

/** The options of Redoc: the languages of the samples, JSON examples unfolded, and links to the document. */
function optionsOf(form: 1 | 2): object {
  return {
    codeSamples: { languages: [{ lang: 'curl' }, { lang: 'JavaScript' }, { lang: 'Python' }] },
    jsonSamplesExpandLevel: 4,
    downloadUrls: Object.entries({ YAML: 'yaml', JSON: 'json', Markdown: 'md' }).map(([title, ending]) => ({
      title,
      url: `form-${form}.${ending}`,
    })),
  };
}

/**
 * Moves Redoc's own script into a file, which both forms share; keeps the page from asking other hosts; and adds its policy. Throws if
 * Redoc's output has changed.
 */
function adapted(page: string, form: 1 | 2): { readonly html: string; readonly script: string } {
  const [, redoc = ''] = SCRIPT.exec(page) ?? [];
  const missing = [LOGO_HOST, '</head>', '"disableTelemetry":true', CALL, LABEL, redoc].find(
    (part) => part === '' || !page.includes(part),
  );
  if (missing !== undefined)
    throw new Error(`the output of Redocly no longer contains ${missing || 'its script'}`);
  const script = `${redoc.replaceAll(LOGO, INLINE_LOGO).replace(LABEL, 'options:')}${EXPORTS}`;
  const html = page
    .replace(`${redoc}${EXPORTS}`, () => `import{hydrate}from"../assets/${nameOf(script)}";`)
    .replaceAll(LOGO, INLINE_LOGO)
    .replaceAll(/(<a [^>]*href=")\/([a-z/]*")/g, '$1#/$2')
    .replace('</head>', () => `${headOf(form)}\n</head>`)
    .replace(CALL, 'hydrate(ofDeployment(__redoc_definition),');
  // Redoc's icon font is in its styles.
  return { html: withPolicy(html, ['font-src data:']), script };
}

/** Redoc's script, which begins the script of the page. */
const SCRIPT = /<script type="module">(.{1,100}@license MIT.*?)export\{RedocStandalone,hydrate,init\};/s;
const EXPORTS = 'export{RedocStandalone,hydrate,init};';
const LOGO_HOST = 'https://cdn.redoc.ly/redoc/logo-mini';
/** Names the button that chooses an example, so that the example it shows is not read out. */
const LABEL = '"aria-label":`Example`,options:';
/** The call that shows the document. */
const CALL = 'hydrate(__redoc_definition,';

/** Named after its content, so that the build of both forms writes one file. */
function nameOf(script: string): string {
  return `redoc-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
}

/** Without Redoc's own search, which looks in this page only. Its links and names of schemas have too little contrast. */
const STYLES = `[data-testid="search-trigger"] { display: none !important; }
html:root.dark .schema-name { color: #a9a5ff; }
html:root.light { --link-color-primary: #0b57d0; --link-color-primary-hover: #0b57d0; --link-color-visited: #0b57d0; }`;

const headOf = (form: 1 | 2): string => `<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="alternate" href="form-${form}.md" type="text/markdown">
<style>${STYLES}</style>
<script src="../assets/deployment.js" defer></script>
<script src="../assets/reference.js" defer></script>`;
