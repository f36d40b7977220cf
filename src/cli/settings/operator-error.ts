/** An error that the operator can fix; it is printed as one sentence, without a stack trace. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
