/** Something in a recording that a run of the gate would not have left. */
export interface Flaw {
  /** `origin`: recorded with other documents or another gate, so that it cannot be repeated; it may be true all the same. */
  readonly check: 'origin' | 'seal' | 'entries' | 'bodies' | 'times' | 'plan';
  readonly message: string;
  readonly exchange?: number;
}
