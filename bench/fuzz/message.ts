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

export type Header = readonly [name: string, value: string];

/** What a client writes to one connection. */
export interface Conversation {
  readonly bytes: string;
  /** The requests in it, all well-formed; null for bytes that may not be HTTP. */
  readonly messages: readonly Message[] | null;
}

/** Requests that are written at once, one after the other (pipelining). */
export function conversationOf(messages: readonly Message[]): Conversation {
  return { bytes: messages.map(textOf).join(''), messages };
}

/** The request as it is written. */
export function textOf({ method, target, version, headers, body }: Message): string {
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Text as UTF-8, one character for each byte. */
export function bytesIn(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
