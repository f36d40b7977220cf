import type { Form } from './contract.ts';
import type { Endpoint } from './operations.ts';
import type { RequirementId } from './requirements.generated.ts';

/** A promise of the API description. */
export interface RequirementRecord {
  /** Names the requirement in every report: `family.point`. */
  readonly id: RequirementId;
  /** The promise in the project's own words. */
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
  /** True if a mock made from the documents can keep it, which `--level contract` checks. */
  readonly contract?: boolean;
  /** The endpoints: `all`, all with `json` responses, all that are `shared` by both forms, or a list. */
  readonly endpoints: 'all' | 'json' | 'shared' | readonly Endpoint[];
  /**
   * The requirements that this one presupposes: if one of them is broken at the same endpoint, a failure here follows from it. A field
   * presupposes what contains it, a comparison the fields that it compares, a general requirement the special ones. What these
   * presuppose in turn is not repeated.
   */
  readonly presupposes?: readonly RequirementId[];
}

/** Left out where the place implies it: the form that has the place, the endpoints that use it, and `must`. */
type Implied = 'form' | 'level' | 'endpoints';

/** A promise about behavior, which no schema can state, as its family's file writes it. */
export type BehaviorRecord = Omit<RequirementRecord, Implied> & Partial<Pick<RequirementRecord, Implied>>;

/**
 * A promise that the documents state, as their sources write it under `x-requirement`: at a member, a schema, a response, a parameter
 * or an operation. By default, all except those on parameters and operations belong to the contract level. A member presupposes the member that
 * contains it, unless others are named.
 */
export type DocumentedRecord = Omit<BehaviorRecord, 'at' | 'form'>;
