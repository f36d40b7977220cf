const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What the gate takes from a deployment, so that none can exhaust its memory or time. docs/conformance.md explains each. */
export const limits = {
  /** Decoded bytes of one body. */
  bodyBytes: 32 * mebibyte,
  /** Decoded bytes of all bodies of a run. */
  runBytes: 256 * mebibyte,
  /** Bytes of the headers of a response. */
  headerBytes: 16 * kibibyte,
  /** Content codings applied to one body. */
  codings: 3,
  /** Arrays and objects inside each other in a JSON body; the documents need five. */
  jsonDepth: 64,
  /** Rows of a CSV body; a body of the largest size has fewer if its rows hold a timestamp and a bucket. */
  csvRows: 1_200_000,
  /** Characters of a link to another page. */
  linkLength: 8 * kibibyte,
  /** Milliseconds for one request. */
  requestMs: 20_000,
  /** Milliseconds until the last request must be sent. */
  runMs: 300_000,
  /** Milliseconds for one rule. */
  ruleMs: 20_000,
  /** How many times the limit of one rule all of them may take; what is left then is not judged. */
  rulesInAll: 6,
  /** Milliseconds in which Dredd must continue after a response. */
  dreddIdleMs: 10_000,
  /** Megabytes of a thread's heap. */
  threadMegabytes: 2048,
  /** Characters of one text in a report. */
  textLength: 2000,
} as const;

/** Default limit of requests. */
export const defaultMaxRequests = 60;
