import { isObject } from '../contract/json.ts';
import { allEndpoints } from '../contract/operations.ts';
import { credentials } from '../requests/exchange.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isTime: Check = (value) => isNumber(value) && !Number.isNaN(new Date(Number(value)).getTime());
const isUrl: Check = (value) => /^https?:$/.test(URL.parse(String(value))?.protocol ?? '');
const isEndpoint: Check = (value) => allEndpoints().some((endpoint) => endpoint === value);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const having =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(members).every(([name, check]) => check(value[name]));

/** Checks whether an entry of an archive has the members that the gate reads. */
export const isSavedEntry = having({
  _exchange: having({
    number: isNumber,
    step: isText,
    endpoint: isEndpoint,
    method: isText,
    credential: oneOf(...credentials),
    params: (value) => isObject(value) && Object.values(value).every(isText),
    url: isUrl,
    authorization: (value) => value === null || isText(value),
    startedAt: isTime,
    durationMs: isNumber,
    unanswered: optional(isText),
    hops: optional(isNumber),
  }),
  response: having({
    status: isNumber,
    headers: listOf(having({ name: isText, value: isText })),
    content: having({ text: isText, size: isNumber }),
  }),
});

/** Checks whether the head of an archive has the members that the gate reads. */
export const isSavedRun = having({
  target: isUrl,
  publicUrl: isUrl,
  formDeclared: oneOf(1, 2, 'auto'),
  level: oneOf('contract', 'full'),
  maxRequests: isNumber,
  startedAt: isTime,
  finishedAt: isTime,
  skipped: listOf(
    having({
      step: isText,
      reason: isText,
      blocked: oneOf(true, false),
      request: optional(isText),
      purpose: optional(isText),
    }),
  ),
  stopped: optional(isText),
  readiness: optional(having({ requests: isNumber, seconds: isNumber, notReady: optional(isText) })),
  insecure: optional(oneOf(true)),
  dredd: optional(
    having({
      expected: isNumber,
      verdicts: listOf(
        having({
          name: isText,
          endpoint: isEndpoint,
          expectedStatus: isNumber,
          result: oneOf('pass', 'fail', 'skip'),
          messages: listOf(isText),
          exchange: optional(isNumber),
        }),
      ),
      broken: optional(isText),
      unfinished: optional(isText),
    }),
  ),
});
