import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';

/** Domains below `.edu`, `.edu.XX` and `.ac.XX`, which are universities' almost everywhere. */
export const BELOW_SUFFIX = /[^.]\.(edu|edu\.[a-z]{2}|ac\.[a-z]{2})$/;
const EMAIL = /^[^\s@]+@([\p{L}\p{M}\p{N}_.-]+)$/u;
const DOMAIN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$/;

/** The domain of an e-mail address in ASCII and lower case, so that it has one spelling; null for an invalid address. */
export function domainOf(email: string): string | null {
  const ascii = domainToASCII(EMAIL.exec(email)?.[1] ?? '');
  return DOMAIN.test(ascii) ? ascii : null;
}

/** Domains that an operator lists, each with its subdomains. */
interface OperatorDomains {
  /** Eligible, too. */
  readonly allowed: readonly string[];
  /** Never eligible. */
  readonly denied: readonly string[];
}

/** The domains whose addresses are eligible for a key ("Authentication"). */
export class EligibleDomains {
  readonly #allowed: ReadonlySet<string>;
  readonly #denied: ReadonlySet<string>;
  readonly #listed = readDomains();

  /** Reads the list of universities. */
  constructor({ allowed, denied }: OperatorDomains) {
    this.#allowed = new Set(allowed.map(domainToASCII));
    this.#denied = new Set(denied.map(domainToASCII));
  }

  /** True if an address of a domain is eligible; `domain` as `domainOf` returns it. */
  has(domain: string): boolean {
    return this.listed(domain) !== null;
  }

  /**
   * The eligible domain that includes a domain, perhaps itself; null if it isn't eligible. What the operator lists comes first, denied
   * before allowed; below a suffix, the domain right below it counts.
   */
  listed(domain: string): string | null {
    const names = withParents(domain);
    if (names.some((name) => this.#denied.has(name))) return null;
    const allowed = names.find((name) => this.#allowed.has(name));
    if (allowed !== undefined) return allowed;
    const nearest = names.find((name) => this.#listed.has(name));
    if (nearest !== undefined) return this.#listed.get(nearest) === true ? nearest : null;
    return BELOW_SUFFIX.test(domain) ? (names.findLast((name) => BELOW_SUFFIX.test(name)) ?? null) : null;
  }
}

/**
 * Reads the list of domains. True: a university whose suffix doesn't show that it is one. False: not eligible, although a suffix or a listed
 * domain includes it, because of known abuse or because anybody can register names there. The file is a snapshot.
 */
function readDomains(): ReadonlyMap<string, boolean> {
  const text = readFileSync(new URL('university-domains.txt', import.meta.url), 'utf8');
  const entries = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(entries.map((line) => (line.startsWith('!') ? [line.slice(1), false] : [line, true])));
}

/** A domain and the domains above it, the nearest first: `cs.uni-x.de`, `uni-x.de`, `de`. */
function withParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.map((_, above) => labels.slice(above).join('.'));
}
