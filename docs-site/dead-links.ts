import { posix } from 'node:path';

/**
 * The links of a site's pages that lead nowhere, each as a sentence. `pages` are the texts of pages by their places in
 * the site, `files` the places of everything in it.
 */
export function deadLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): readonly string[] {
  const anchors = new Map([...pages].map(([output, html]) => [output, anchorsOf(html)]));
  return [...pages].flatMap(([output, html]) =>
    addressesOf(html).flatMap((address) => {
      const problem = problemOf(output, address, files, anchors);
      return problem === null ? [] : [`${output}: ${address} ${problem}`];
    }),
  );
}

function problemOf(
  output: string,
  address: string,
  files: ReadonlySet<string>,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  if (/^(https?:|mailto:|data:)/.test(address)) return null;
  if (address.startsWith('/') || address.includes(':')) return 'is not relative';
  const [path = '', anchor] = address.split('#');
  const target = path === '' ? output : posix.normalize(posix.join(posix.dirname(output), path));
  if (!files.has(target)) return 'leads to no file';
  if (anchor === undefined || anchor.startsWith('/')) return null;
  return anchors.get(target)?.has(anchor) === true ? null : 'leads to no place on that page';
}

function addressesOf(html: string): readonly string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
}
