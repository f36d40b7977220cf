import { posix } from 'node:path';

/**
 * Finds dead links and returns each as a sentence. `pages` has the HTML of each page by its path in the site, `files` the
 * paths of all files in the site.
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
  if (!files.has(target)) return 'is not a file of the site';
  if (anchor === undefined || anchor.startsWith('/')) return null;
  // What follows a question mark is for the script of the page.
  return anchors.get(target)?.has(anchor.replace(/\?.*$/, '')) === true
    ? null
    : 'is not an anchor on that page';
}

function addressesOf(html: string): readonly string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
}
