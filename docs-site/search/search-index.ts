import MiniSearch from 'minisearch';

/** What can be found: a page, a section of a page or an operation. */
export interface SearchEntry {
  readonly page: string;
  readonly title: string;
  /** Path in the site, with an anchor. */
  readonly address: string;
  readonly text: string;
  /** Parameters and fields that the page documents here. */
  readonly names?: readonly string[];
  /** What people type who look for this, in words that the text does not use. */
  readonly otherWords?: string;
}

export interface SearchResult {
  readonly entry: SearchEntry;
  /** The words of the entry that fit the query. */
  readonly terms: readonly string[];
}

/** Words of a question that say nothing about its subject. */
const STOP_WORDS = new Set(
  `a about am an and any are at be by can could do does doesn doesnt don for from get has have how i if in into is it make many me my
  need not of on or s should t that the there they this to use want what when where which who why will with work working would you your`.split(
    /\s+/,
  ),
);

/** Ranks by kind of page: guides come before the reference, and pages about the project last. The first that fits counts; others have 1. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^commands\//, 0.25],
  [/^decisions\//, 0.03],
  [/^(changelog|architecture|contributing|requirements)\.html/, 0.15],
  [/^(choices|security|gate-design)\.html/, 0.3],
  [/^openapi\//, 0.4],
  [/^(settings|monitoring|backup|importing|security|conformance)\.html/, 0.6],
];

/**
 * Returns the search: all entries that have a word of a query, the best first. Those with all of its words are better. Words may be
 * incomplete or misspelled.
 */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => readonly SearchResult[] {
  const index = new MiniSearch({
    fields: ['title', 'page', 'text', 'names', 'otherWords'],
    extractField: (entry, name) => {
      const value = entry[name];
      return Array.isArray(value) ? value.join(' ') : (value ?? '');
    },
    tokenize: wordsOf,
    searchOptions: {
      boost: { title: 4, otherWords: 4, page: 2, names: 6 },
      prefix: true,
      // A short word with another letter is another word.
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      weights: { prefix: 0.3, fuzzy: 0.1 },
      // Long texts are as good as short ones.
      bm25: { k: 1.2, b: 0.2, d: 0.5 },
      boostDocument: (id) => weightOf((entries[id] as SearchEntry).address),
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    const words = wordsOf(query);
    const telling = words.filter((word) => !STOP_WORDS.has(word));
    const asked = [...new Set(telling.length > 0 ? telling : words)];
    const found = index.search(asked.join(' '));
    const results = found.length > 0 ? found : index.search(asked.join(' '), { fuzzy: 0.34 });
    return results
      .map(({ id, terms, score, queryTerms }) => ({
        entry: entries[id] as SearchEntry,
        terms,
        score: score * (queryTerms.length / asked.length) ** 2,
      }))
      .toSorted((one, other) => other.score - one.score);
  };
}

/** The words of a text. Names such as estimate_value and quota-exceeded are found both whole and by word. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+([_-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.flatMap((word) => (/[_-]/.test(word) ? [word, ...word.split(/[_-]/)] : [word]));
}

/** Whole pages rank above their sections. */
function weightOf(address: string): number {
  const [, weight] = WEIGHTS.find(([pattern]) => pattern.test(address)) ?? ['', 1];
  return address.includes('#') ? weight : 3 * weight;
}
