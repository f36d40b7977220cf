import type { RequirementId } from '../contract/requirements.ts';
import type { Facts } from '../facts/facts.ts';
import type { Exchange } from '../requests/exchange.ts';

/** A breach of a requirement that a rule found. */
export interface Breach {
  readonly message: string;
  readonly expected?: string;
  readonly seen?: string;
  readonly exchange?: Exchange;
  /** JSON pointer into the body, where that is more exact than the requirement. */
  readonly pointer?: string;
}

/** Where rules record what they find, by requirement. A requirement without an entry was not tested. */
export interface Ledger {
  /** This part of the requirement was checked and is met. */
  readonly pass: (requirement: RequirementId) => void;
  /** The requirement is broken; only a warning if its level is `should`. */
  readonly fail: (requirement: RequirementId, breach: Breach) => void;
  /** Unusual, but not clearly forbidden by the description. */
  readonly warn: (requirement: RequirementId, breach: Breach) => void;
  /** Why there was nothing to check. */
  readonly notApplicable: (requirement: RequirementId, reason: string) => void;
}

/** Checks one family of requirements: a pure function of the facts. */
export interface Rule {
  readonly name: string;
  readonly judge: (facts: Facts, ledger: Ledger) => void;
}

/** Records a pass or a failure. */
export function check(
  ledger: Ledger,
  requirement: RequirementId,
  isMet: boolean,
  breach: () => Breach,
): void {
  if (isMet) ledger.pass(requirement);
  else ledger.fail(requirement, breach());
}
