import { BELOW_SUFFIX } from '../../src/accounts/eligible-domain.ts';
import { withParents } from '../../src/accounts/university-domains.ts';

/** Names under which registries sell, and not one university's. */
const REGISTRY = /^(ac|co|com|edu|gov|net|org|sch|school)\.[a-z]{2}$/;
/** University-like suffixes under which anybody can register a name: only what is listed below them is eligible. */
const OPEN_SUFFIXES = ['edu.kg', 'edu.pl'];
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The domains of a source. */
export interface SourceDomains {
  readonly universities: readonly string[];
  /** Known abuse, and names that are no universities'. */
  readonly denied: readonly string[];
}

/**
 * The lines of the list, sorted by domain: domains of universities that no suffix shows, and, after a `!`, denied ones that a suffix or a
 * university includes. A denied domain denies what is below it.
 */
export function chooseDomains(source: SourceDomains): readonly string[] {
  const denied = new Set(source.denied.map(normal));
  const open = new Set(OPEN_SUFFIXES);
  const candidates = source.universities
    .map(normal)
    .filter((domain) => DOMAIN.test(domain) && !REGISTRY.test(domain) && !isBelow(denied, domain))
    .filter((domain) => !BELOW_SUFFIX.test(domain) || isBelow(open, domain));
  const all = new Set(candidates);
  const listed = [...all].filter((domain) => !isBelow(all, parentOf(domain)));
  // A whole top-level domain can be denied for what anybody registers there, but not its registry's own .edu or .ac.
  const names = new Set([...denied, ...open].filter((domain) => DOMAIN.test(domain)));
  const needed = [...names]
    .filter((domain) => !isBelow(names, parentOf(domain)) || isBelow(all, parentOf(domain)))
    .filter((domain) => open.has(domain) || BELOW_SUFFIX.test(domain) || isBelow(all, parentOf(domain)));
  const lines = [...listed, ...needed.map((domain) => `!${domain}`)];
  return lines.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function normal(domain: string): string {
  return domain.trim().toLowerCase();
}

function nameOf(line: string): string {
  return line.replace(/^!/, '');
}

function parentOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1);
}

/** Whether a set has a domain or one above it. */
function isBelow(domains: ReadonlySet<string>, domain: string): boolean {
  return withParents(domain).some((name) => domains.has(name));
}
