import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { PROJECT, referenceOf } from './contents.ts';
import type { ContractDocument } from './contract-pages/contract-document.ts';
import { referencePage } from './contract-pages/reference-page.ts';
import { policyElement } from './policy.ts';
import { twinOf } from './twins.ts';

const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);
/** Logos that Redoc would load from its vendor's host. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const INLINE_LOGO =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='14'%3E%3Ctext y='11' font-family='sans-serif' font-size='12' fill='%23777'%3ERedoc%3C/text%3E%3C/svg%3E";

/** Writes the self-contained Redoc page of a form, and its document as Markdown, YAML and JSON. */
export async function writeReference(form: 1 | 2, folder: string): Promise<void> {
  const yaml = join(PROJECT, `openapi/form-${form}.yaml`);
  const page = join(folder, referenceOf(form));
  await mkdir(dirname(page), { recursive: true });
  const document: ContractDocument & Links = parse(await readFile(yaml, 'utf8'));
  const input = join(folder, `openapi/input-${form}.json`);
  await writeFile(input, JSON.stringify(withOwnGuides(withTryItLinks(withPlainServers(document), form))));
  await promisify(execFile)(
    process.execPath,
    [REDOCLY, 'build-docs', input, '--inlineBundle', '--config', 'openapi/redocly.yaml', '--output', page],
    { cwd: PROJECT },
  );
  const html = await readFile(page, 'utf8');
  await writeFile(page, adapted(html, form));
  await writeFile(twinOf(page), referencePage(document, form));
  await copyFile(yaml, join(folder, `openapi/form-${form}.yaml`));
  await rm(input);
  await writeFile(join(folder, `openapi/form-${form}.json`), `${JSON.stringify(document, null, 2)}\n`);
}

/** The links of a document to guides. */
interface Links {
  readonly info: ContractDocument['info'] & { readonly license: { readonly url: string } };
  readonly externalDocs: { readonly url: string };
}

/** Fills in the default server URLs, because Redoc treats a URL that is a variable as relative to its page. */
function withPlainServers<Document extends ContractDocument>(document: Document): Document {
  const servers = document.servers.map(({ url, description, variables = {} }) => ({
    url: url.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables[name]?.default ?? whole),
    description: `${description}; on this machine by default`,
  }));
  return { ...document, servers };
}

/** Makes links to the guides of a deployment links to those beside the page. */
function withOwnGuides(document: Links): object {
  const beside = (link: Links['externalDocs']) => ({
    ...link,
    url: link.url.replace(/^.*\/docs\/(.*)$/, (_, path: string) => `../${path || 'index.html'}`),
  });
  const { info, externalDocs } = document;
  return {
    ...document,
    info: { ...info, license: beside(info.license) },
    externalDocs: beside(externalDocs),
  };
}

/** Adds a link to each operation that leads to its request in the page that sends requests. */
function withTryItLinks(document: ContractDocument & Links, form: 1 | 2): ContractDocument & Links {
  const paths = Object.entries(document.paths).map(([path, { get }]) => {
    const address = `../try-it.html#${get.operationId}${form === 1 ? '?__form=1' : ''}`;
    return [
      path,
      { get: { ...get, description: `${get.description}\n\n[Try it in the browser](${address})\n` } },
    ];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Removes requests to other hosts, and adds links to the other pages and a policy. Throws if Redoc's output has changed. */
function adapted(html: string, form: 1 | 2): string {
  const expected = [
    'https://cdn.redoc.ly/redoc/logo-mini',
    '<meta charset="utf8" />',
    '<body>',
    '</head>',
    '"disableTelemetry":true',
    '<div id="redoc">',
  ];
  const missing = expected.find((part) => !html.includes(part));
  if (missing !== undefined) throw new Error(`the output of Redocly no longer contains ${missing}`);
  const page = html
    .replaceAll(LOGO, INLINE_LOGO)
    .replaceAll(/(<a [^>]*href=")\/([a-z/]*")/g, '$1#/$2')
    .replace(
      '</head>',
      `<link rel="icon" href="../assets/icon.svg" type="image/svg+xml">\n<link rel="stylesheet" href="../assets/reference.css">\n<link rel="alternate" href="form-${form}.md" type="text/markdown">\n</head>`,
    )
    .replace('<body>', `<body>\n${bar(form)}`);
  return page.replace('<meta charset="utf8" />', (charset) => `${charset}\n${policyElement(needsOf(page))}`);
}

/** Redoc writes styles into its page at run time, with an icon font. */
function needsOf(page: string): Parameters<typeof policyElement>[0] {
  const scripts = [...page.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return {
    inlineScripts: scripts.map(([, text = '']) => text),
    inlineStyles: true,
    more: ['font-src data:'],
  };
}

function bar(form: 1 | 2): string {
  const other = form === 1 ? 2 : 1;
  return `<nav class="reference-bar" aria-label="Documentation">
<a href="../index.html">Documentation</a>
<a href="form-${other}.html">Form ${other}</a>
<a href="../forms.html">Differences</a>
<a href="form-${form}.yaml" download>YAML</a>
<a href="form-${form}.json" download>JSON</a>
<a href="form-${form}.md">Markdown</a>
</nav>
`;
}
