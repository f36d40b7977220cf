/** What requests need to know about the service. */
export interface Known {
  readonly host: string;
  readonly key: string;
  /** Keys that the service does not accept any more, or never did. */
  readonly badKeys: readonly string[];
  /** Cursors that the service has made. */
  readonly cursors: readonly string[];
  readonly operations: readonly OperationShape[];
}

/** An operation as its document describes it. */
export interface OperationShape {
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly kind: 'date' | 'integer' | 'text';
    readonly minimum: number;
    readonly maximum: number;
  }[];
}
