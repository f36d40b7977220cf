import type { ContractUnderTest } from '../../contract/contract-under-test.fixture.ts';

export type Header = readonly [name: string, value: string];

/** One HTTP request. Each character of its texts stands for one byte (Latin-1). */
export interface Message {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly headers: readonly Header[];
  readonly body: string;
  /** The statuses that are right; null: any that is documented. */
  readonly expected: readonly number[] | null;
}

/** What a client writes to one connection. */
export interface Conversation {
  readonly bytes: string;
  /** The requests in it, all well-formed; null for bytes that may not be HTTP. */
  readonly messages: readonly Message[] | null;
}

/** What requests need to know about the service. */
export interface Known {
  readonly host: string;
  readonly key: string;
  /** Cursors that the service has made. */
  readonly cursors: readonly string[];
  readonly contract: ContractUnderTest;
}

/** The request as it is written. */
export function textOf({ method, target, version, headers, body }: Message): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${body}`;
}
