import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Sentence, sentencesOf } from './description.ts';
import { requirementRecords } from './requirements.ts';

/** A sentence of the description, and what covers it besides the requirements that name it. */
export interface CoveredSentence extends Sentence {
  /** Ids in openapi/gaps.yaml of what the sentence leaves open. */
  readonly gaps?: readonly string[];
  /** Why the sentence needs neither requirement nor gap. */
  readonly excluded?: string;
}

/** The sentences of coverage.yaml. */
export const coverage: readonly CoveredSentence[] = parse(
  readFileSync(new URL('./coverage.yaml', import.meta.url), 'utf8'),
);

/** One message for each sentence that nothing covers, or that is both excluded and covered. */
export function uncovered(
  sentences: readonly CoveredSentence[],
  records: readonly { readonly made: readonly string[] }[] = requirementRecords,
): readonly string[] {
  const promised = new Set(records.flatMap(({ made }) => made));
  return sentences.flatMap(({ at, gaps = [], excluded }) => {
    const isCovered = promised.has(at) || gaps.length > 0;
    if (excluded === undefined) return isCovered ? [] : [`${at}: neither a requirement nor a gap names it`];
    return isCovered ? [`${at}: excluded, but covered`] : [];
  });
}

/** Compares the description with the listed sentences; one message for each that is new, changed or removed. */
export function changedSentences(description: string, listed: readonly Sentence[]): readonly string[] {
  const digests = new Map(listed.map(({ at, digest }) => [at, digest]));
  const sentences = sentencesOf(description);
  const present = new Set(sentences.map(({ at }) => at));
  return [
    ...sentences
      .filter(({ at, digest }) => digests.get(at) !== digest)
      .map(
        ({ at, digest }) => `${at}: ${digests.has(at) ? 'changed' : 'not listed'}, its digest is ${digest}`,
      ),
    ...listed.filter(({ at }) => !present.has(at)).map(({ at }) => `${at}: not in the description`),
  ];
}
