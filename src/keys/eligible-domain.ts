/** The domains of universities almost everywhere: `.edu`, `.edu.XX` and `.ac.XX`. */
const UNIVERSITY = /(^|\.)(edu|edu\.[a-z]{2}|ac\.[a-z]{2})$/;
const EMAIL = /^[^\s@]+@([^\s@.]+(?:\.[^\s@.]+)+)$/;

/** The domain of an e-mail address in lower case; null for an invalid address. */
export function domainOf(email: string): string | null {
  return EMAIL.exec(email.toLowerCase())?.[1] ?? null;
}

/**
 * Whether an address of this domain is eligible for a key ("Authentication"): a domain below a university suffix, or
 * one that the operator lists, with all its subdomains.
 */
export function isEligibleDomain(domain: string, listed: readonly string[]): boolean {
  if (UNIVERSITY.test(domain) && domain.split('.').length > 1) return !/^(edu|ac)\.[a-z]{2}$/.test(domain);
  return listed.some((entry) => domain === entry || domain.endsWith(`.${entry}`));
}
