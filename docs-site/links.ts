import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PROJECT, referenceOf, type Source } from './contents.ts';

/** Files of the project that have a page made from something else. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'openapi/form-1.yaml': referenceOf(1),
  'openapi/form-2.yaml': referenceOf(2),
  'openapi/gaps.yaml': 'choices.html',
};

/** A link to a file that does not exist. */
export class DeadLink extends Error {
  override readonly name = 'DeadLink';
}

/**
 * Turns links between files of the project into links between pages of the site. Collects linked files that have no page;
 * the build copies them into the site.
 */
export class Links {
  readonly #outputs: ReadonlyMap<string, string>;
  /** Paths in the project, with their paths in the site. */
  readonly copied = new Map<string, string>();

  constructor(sources: readonly Source[]) {
    const pages = sources.map(({ file, output }) => [file, output] as const);
    this.#outputs = new Map([...pages, ...Object.entries(SHOWN_AS)]);
  }

  /** The link for the page of the source. Throws a `DeadLink` if the target does not exist. */
  resolve(source: Source, href: string): string {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const file = posix.normalize(posix.join(posix.dirname(source.file), decodeURIComponent(path)));
    const target = this.#outputs.get(file) ?? this.#copy(source, href, file);
    return `${relativeTo(source.output, target)}${anchor === undefined ? '' : `#${anchor}`}`;
  }

  #copy(source: Source, href: string, file: string): string {
    const path = join(PROJECT, file);
    const isThere = !file.startsWith('..') && existsSync(path) && statSync(path).isFile();
    if (!isThere) throw new DeadLink(`${source.file}: ${href} does not exist`);
    const target = `files/${file}`;
    this.copied.set(file, target);
    return target;
  }
}

/** The relative path from a page to a file of the site, so that the site works under any path. */
export function relativeTo(output: string, target: string): string {
  return posix.relative(posix.dirname(output), target);
}
