/** Version of the gate's verdicts; recordings and reports name it. */
export const gateVersion = '1';

/** What a run was made with. A recording of another origin cannot be repeated, which says nothing about its truth. */
export interface Origin {
  readonly version: string;
  /** SHA-256 of the plans of both forms. */
  readonly plan: string;
  /** SHA-256 of the documents of form 1 and 2. */
  readonly documents: readonly [string, string];
}

/** The text whose SHA-256 is the next link of the chain that seals a recording: the link before, and the next part as JSON. */
export function linkText(digest: string, part: object): string {
  return `${digest}\n${JSON.stringify(part)}`;
}
