import type { Form } from './contract.ts';
import type { Endpoint } from './operations.ts';

/** A promise of the API description, as its family's file states it. */
export interface RequirementRecord {
  /** Names the requirement in every report: `family.point`. */
  readonly id: string;
  /** What is promised, in the project's own words. */
  readonly promise: string;
  /** The sentences of the description that make the promise, as coverage.yaml names them; the main one first. */
  readonly made: readonly [string, ...string[]];
  /** How the gate reads sentences that can be read in several ways, and what is therefore only a warning. */
  readonly reading?: string;
  /**
   * JSON pointer into the documents. The first contract-level requirement that points at a member of a response is failed by
   * every schema error there.
   */
  readonly at: string;
  /** Set if only one form makes the promise. */
  readonly form?: Form;
  /** A breach of a `must` is a failure, of a `should` a warning. */
  readonly level: 'must' | 'should';
  /** Whether a mock made from the documents can keep it, which `--level contract` checks. */
  readonly contract?: boolean;
  /** The endpoints: `all`, all with `json` responses, all that are `shared` by both forms, or a list. */
  readonly endpoints: 'all' | 'json' | 'shared' | readonly Endpoint[];
  /**
   * The requirements that this one presupposes: if one of them is broken at the same endpoint, a failure here follows from it. A field
   * presupposes what contains it, a comparison the fields that it compares, a general requirement the special ones. What these
   * presuppose in turn is not repeated.
   */
  readonly presupposes?: readonly string[];
}
