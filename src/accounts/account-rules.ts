import type { Micros } from '../service/domain/micros.ts';

/** Decisions of an operator about accounts. */
export interface AccountRules {
  /** How far the days of quotas may be from the account page's: 0, or a day if venues are in other time zones. */
  readonly daysApart: Micros;
  /** Keys of an account that can be active on the same local day. */
  readonly mostKeys: number;
  /** Requests a day of a new key. */
  readonly quota: number;
  /** True if an address, in lower case, is eligible for a key. */
  mayUse(email: string): boolean;
  /** The eligible domain that the mail host of an eligible address is below; null if it is that domain itself. */
  domainAbove(email: string): string | null;
  /** The URL under which clients reach the service, without a slash at its end. It doesn't depend on requests. */
  publicUrl(): string;
  readonly serviceName: string;
  /** Whom to contact, as a phrase. */
  readonly contact: string;
}

/** A plain sentence for the owner of an account, beside the field of the form that it concerns. Pages show no other errors. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  /** The name of the field; null if it concerns none. */
  readonly field: string | null;

  constructor(field: string | null, message: string) {
    super(message);
    this.field = field;
  }
}
