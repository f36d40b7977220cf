import type { Operations } from './generated/operations.ts';

/** What a handler knows besides its query. Add what yours need, such as a database, and fill it in app.ts. */
export interface Context {
  /** Where clients reach the service, without a slash at the end: `next` and `previous` are full URLs. */
  readonly publicUrl: string;
  /** Who asks: the SHA-256 of the API key, in hexadecimal digits. */
  readonly keyHash: string;
}

/** The handler of an operation: it is given the validated query, and answers with the body of status 200. */
export type Handler<Id extends keyof Operations<Context>> = Operations<Context>[Id];
