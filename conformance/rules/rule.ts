import type { Exchange } from '../evidence/evidence.ts';
import type { Facts } from '../facts/facts.ts';

/** What a rule says about a breach. */
export interface Breach {
  readonly message: string;
  readonly expected?: string;
  readonly seen?: string;
  readonly exchange?: Exchange;
}

/** How a rule speaks. A requirement of which nobody speaks was not exercised. */
export interface Say {
  /** The requirement was looked at, and this part of it holds. */
  readonly holds: (requirement: string) => void;
  /** A definite breach; a warning where the requirement is only a `should`. */
  readonly breach: (requirement: string, breach: Breach) => void;
  /** Something odd that the description does not forbid outright. */
  readonly odd: (requirement: string, breach: Breach) => void;
  /** Why there was nothing to look at. */
  readonly nothing: (requirement: string, reason: string) => void;
}

/** Judges one family of requirements: a pure function of the facts. */
export interface Rule {
  readonly name: string;
  /** Every requirement the rule may speak of. */
  readonly requirements: readonly string[];
  readonly judge: (facts: Facts, say: Say) => void;
}

/** Says `holds` or `breach`, whichever it is. */
export function expectThat(say: Say, requirement: string, holds: boolean, breach: () => Breach): void {
  if (holds) say.holds(requirement);
  else say.breach(requirement, breach());
}
