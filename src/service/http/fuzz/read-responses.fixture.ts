/** A response as it came over the connection. */
export interface Received {
  readonly status: number;
  /** By name in lower case; repeated fields are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The responses in a stream of bytes, and what is wrong with the bytes as HTTP. */
export interface Reading {
  readonly responses: readonly Received[];
  readonly broken: string | null;
}

const INCOMPLETE = Symbol('incomplete');

/**
 * Reads complete responses from the start of the bytes; interim ones (1xx) are left out. `methods` lists the methods of the requests,
 * because responses to HEAD have no body. A body without a length ends with the connection.
 */
export function readResponses(bytes: Buffer, methods: readonly string[] | null, isClosed: boolean): Reading {
  const responses: Received[] = [];
  let position = 0;
  while (position < bytes.length) {
    const headEnd = bytes.indexOf('\r\n\r\n', position);
    if (headEnd === -1) return { responses, broken: isClosed ? 'the head is incomplete' : null };
    const [first = '', ...lines] = bytes.toString('latin1', position, headEnd).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})(?: [\t\x20-\x7e]*)?$/.exec(first)?.[1]);
    if (Number.isNaN(status))
      return { responses, broken: `not a status line: ${JSON.stringify(first.slice(0, 100))}` };
    const headers = headersOf(lines);
    if (headers === null) return { responses, broken: 'a header line is invalid' };
    position = headEnd + 4;
    if (status < 200) continue;
    const method = methods?.[responses.length] ?? 'GET';
    const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
    const found = hasBody
      ? bodyIn(bytes, position, headers, isClosed)
      : { body: Buffer.alloc(0), end: position };
    if (found === INCOMPLETE) return { responses, broken: isClosed ? 'the body is incomplete' : null };
    responses.push({ status, headers, body: found.body });
    position = found.end;
  }
  return { responses, broken: null };
}

function headersOf(lines: readonly string[]): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value = ''] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    if (name === undefined) return null;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

function bodyIn(
  bytes: Buffer,
  start: number,
  headers: Readonly<Record<string, string>>,
  isClosed: boolean,
): { readonly body: Buffer; readonly end: number } | typeof INCOMPLETE {
  if (headers['transfer-encoding'] === 'chunked') return chunkedBody(bytes, start);
  const length = headers['content-length'];
  if (length === undefined) return isClosed ? { body: bytes.subarray(start), end: bytes.length } : INCOMPLETE;
  const end = start + Number(length);
  return end <= bytes.length ? { body: bytes.subarray(start, end), end } : INCOMPLETE;
}

function chunkedBody(bytes: Buffer, start: number) {
  const parts: Buffer[] = [];
  for (let position = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', position);
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (lineEnd === -1 || Number.isNaN(size) || end + 2 > bytes.length) return INCOMPLETE;
    if (size === 0) return { body: Buffer.concat(parts), end: end + 2 };
    parts.push(bytes.subarray(lineEnd + 2, end));
    position = end + 2;
  }
}
