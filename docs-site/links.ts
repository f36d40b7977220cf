import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PROJECT, referenceOf, type Source } from './contents.ts';

/** Files of the project that have a page made from something else. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'openapi/form-1.yaml': referenceOf(1),
  'openapi/form-2.yaml': referenceOf(2),
  'openapi/gaps.yaml': 'choices.html',
};

/**
 * Turns links between files of the project into paths in the site. Collects linked files that have no page; the build copies them into the
 * site, and finds links to files that don't exist.
 */
export class Links {
  readonly #outputs: ReadonlyMap<string, string>;
  /** Paths in the project, with their paths in the site. */
  readonly copied = new Map<string, string>();

  constructor(sources: readonly Source[]) {
    const pages = sources.map(({ file, output }) => [file, output] as const);
    this.#outputs = new Map([...pages, ...Object.entries(SHOWN_AS)]);
  }

  /** The path in the site of a link, with its anchor; null if it leads elsewhere or stays on the page. */
  resolve(source: Source, href: string): string | null {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return null;
    const [path = '', anchor] = href.split('#');
    const file = posix.normalize(posix.join(posix.dirname(source.file), decodeURIComponent(path)));
    const target = this.#outputs.get(file) ?? this.#copyOf(file);
    return anchor === undefined ? target : `${target}#${anchor}`;
  }

  #copyOf(file: string): string {
    const target = `files/${file}`;
    const isThere = statSync(join(PROJECT, file), { throwIfNoEntry: false })?.isFile() === true;
    if (isThere && !file.startsWith('..')) this.copied.set(file, target);
    return target;
  }
}
