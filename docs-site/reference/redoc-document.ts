import type { ContractDocument } from '../../tools/contract/pages/contract-document.ts';

/** The links of a document to guides. */
export interface Links {
  readonly info: ContractDocument['info'] & { readonly license: { readonly url: string } };
  readonly externalDocs: { readonly url: string };
}

/**
 * The document as Redoc shows it best: with literal server URLs only, because it treats a URL that is a variable as relative to its
 * page; without tags, because it folds operations with a tag; without the list of gaps, which it doesn't show; with links to the guides
 * beside the page, and to the page that sends requests.
 */
export function forRedoc(
  {
    tags: _,
    'x-gaps': __,
    ...document
  }: ContractDocument & Links & { readonly tags?: unknown; readonly 'x-gaps'?: unknown },
  form: 1 | 2,
): object {
  const { info, externalDocs } = document;
  return {
    ...document,
    info: {
      ...info,
      license: besidePage(info.license),
      'x-logo': { url: '../logo.svg', href: '../index.html', altText: 'Queue Headcount documentation' },
    },
    externalDocs: besidePage(externalDocs),
    servers: document.servers.filter(({ url }) => !url.startsWith('{')),
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, { get }]) => [path, { get: operationFor(get, form) }]),
    ),
  };
}

/** Turns a link to a deployment's guides into a link to the guides beside the reference. */
function besidePage(link: { readonly url: string }): { readonly url: string } {
  const url = link.url.replace(/^.*\/docs\/(.*)$/, (_, path: string) => `../${path || 'index.html'}`);
  return { ...link, url };
}

function operationFor(
  { tags: _, ...operation }: ContractDocument['paths'][string]['get'],
  form: 1 | 2,
): object {
  const tryIt = `../try-it.html#${operation.operationId}${form === 1 ? '?__form=1' : ''}`;
  return {
    ...operation,
    description: `${operation.description}\n\n[Try it in the browser](${tryIt})\n`,
  };
}
