/**
 * What people type who look for a page or a section, in words that its text does not use, by its address in the site. The search
 * treats them like a title, so leave out what the text says itself.
 */
export const OTHER_WORDS: Readonly<Record<string, string>> = {};
