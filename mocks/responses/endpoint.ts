/** A query parameter in the document. */
export interface Parameter {
  readonly name: string;
  readonly format?: string;
  readonly type?: unknown;
  readonly default?: unknown;
  readonly maximum?: number;
}

/** An endpoint of the document. */
export interface Endpoint {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
}
