/** What is wrong with one parameter. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** Parameters that the service does not accept. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly errors: readonly ParameterError[];
  readonly status: number;

  constructor(error: ParameterError | readonly ParameterError[], status = 400) {
    const errors = [error].flat();
    super(errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' '));
    this.errors = errors;
    this.status = status;
  }
}
