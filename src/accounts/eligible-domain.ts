import { domainToASCII } from 'node:url';
import { UniversityDomains, withParents } from './university-domains.ts';

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

/** The domains whose addresses are eligible for a key ("Authentication", record 30). */
export class EligibleDomains {
  readonly #allowed: ReadonlySet<string>;
  readonly #denied: ReadonlySet<string>;
  readonly #universities: UniversityDomains;

  /** Reads the list of universities. */
  constructor({ allowed, denied }: OperatorDomains, universities = UniversityDomains.read()) {
    this.#allowed = new Set(allowed.map(domainToASCII));
    this.#denied = new Set(denied.map(domainToASCII));
    this.#universities = universities;
  }

  /** Whether an address of a domain is eligible; `domain` as `domainOf` returns it. */
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
    const found = this.#universities.find(domain);
    if (found !== null) return found === 'university' ? this.#universities.nearest(domain) : null;
    return BELOW_SUFFIX.test(domain) ? (names.findLast((name) => BELOW_SUFFIX.test(name)) ?? null) : null;
  }
}
