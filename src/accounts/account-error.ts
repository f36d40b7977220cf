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
