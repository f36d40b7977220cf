/** A parameter is not one of those allowed, in a way that the contract's schemas cannot tell; answered with 400. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}
