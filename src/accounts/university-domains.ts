import { readFileSync } from 'node:fs';

/**
 * The domains of universities that no suffix shows, and domains that are not eligible although a suffix or a listed domain includes
 * them: known abuse, and names that anybody can register. The file is a snapshot (record 30).
 */
export class UniversityDomains {
  readonly #entries: ReadonlyMap<string, 'university' | 'denied'>;

  private constructor(entries: ReadonlyMap<string, 'university' | 'denied'>) {
    this.#entries = entries;
  }

  /** Reads the file, which takes a few milliseconds. */
  static read(): UniversityDomains {
    const lines = readFileSync(new URL('university-domains.txt', import.meta.url), 'utf8').split(/\r?\n/);
    const entries = lines.filter((line) => line !== '' && !line.startsWith('#'));
    return new UniversityDomains(
      new Map(
        entries.map((line) => (line.startsWith('!') ? [line.slice(1), 'denied'] : [line, 'university'])),
      ),
    );
  }

  /** What the list says about a domain in ASCII and lower case: the entry nearest to it decides. Null: it has none. */
  find(domain: string): 'university' | 'denied' | null {
    const nearest = this.nearest(domain);
    return nearest === null ? null : (this.#entries.get(nearest) ?? null);
  }

  /** The name of that entry. */
  nearest(domain: string): string | null {
    return withParents(domain).find((name) => this.#entries.has(name)) ?? null;
  }
}

/** A domain and the domains above it, the nearest first: `cs.uni-x.de`, `uni-x.de`, `de`. */
export function withParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.map((_, above) => labels.slice(above).join('.'));
}
