/**
 * Faults that the project's gate does not find, each with the reason; an entry that is found after all fails the check.
 * Faults that the description can be read as allowing carry their reason themselves and need no entry.
 */
export const KNOWN_MISSES: Readonly<Record<string, string>> = {};
