/** A parameter that the contract's schema admits but the operation cannot answer for. */
export class ParameterError extends Error {
  readonly errors: readonly { readonly parameter: string; readonly message: string }[];

  constructor(errors: readonly { readonly parameter: string; readonly message: string }[]) {
    super(errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' '));
    this.name = 'ParameterError';
    this.errors = errors;
  }
}
