import type { ContractDocument } from '../../tools/contract/pages/contract-document.ts';

/** A document, with its links to guides and what Redoc doesn't get. */
export interface ForRedoc extends ContractDocument {
  readonly info: ContractDocument['info'] & { readonly license: { readonly url: string } };
  readonly externalDocs: { readonly url: string };
  readonly tags?: unknown;
  readonly 'x-gaps'?: unknown;
}

/**
 * The document as Redoc shows it best: with literal server URLs only, because it treats a URL that is a variable as relative to its
 * page; without tags, because it folds operations with a tag; without the list of gaps, which it doesn't show; with links to the guides
 * beside the page, and to the page that sends requests.
 */
export function forRedoc({ tags: _, 'x-gaps': __, ...document }: ForRedoc, form: 1 | 2): object {
  const { info, externalDocs, servers, paths } = document;
  const logo = { url: '../logo.svg', href: '../index.html', altText: 'Queue Headcount documentation' };
  return {
    ...document,
    info: { ...info, license: besidePage(info.license), 'x-logo': logo },
    externalDocs: besidePage(externalDocs),
    servers: servers.filter(({ url }) => !url.startsWith('{')),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, { get }]) => {
        const { tags: ___, ...operation } = get;
        const tryIt = `../try-it.html#${get.operationId}${form === 1 ? '?__form=1' : ''}`;
        const description = `${get.description}\n\n[Try it in the browser](${tryIt})\n`;
        return [path, { get: { ...operation, description } }];
      }),
    ),
  };
}

/** Turns a link to a deployment's guides into a link to the guides beside the reference. */
function besidePage<Link extends { readonly url: string }>(link: Link): Link {
  return { ...link, url: link.url.replace(/^.*\/docs\/(.*)$/, (_, path) => `../${path || 'index.html'}`) };
}
