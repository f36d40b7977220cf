import type { Operations } from './generated/operations.ts';

/** The values that handlers receive besides the query. Add those that yours need, such as a database, and set them in app.ts. */
export interface Context {
  /** The base URL of the service for clients, without a trailing slash: `next` and `previous` are full URLs. */
  readonly publicUrl: string;
  /** Identifies the client: the SHA-256 of the API key, in hexadecimal. */
  readonly keyHash: string;
}

/** The handler of an operation: takes the validated query and returns the body of the 200 response. */
export type Handler<Id extends keyof Operations<Context>> = Operations<Context>[Id];
