const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Limits of what the gate takes from a deployment, so that none can exhaust its memory or time. docs/gate-design.md explains them. */
export const limits = {
  /** Decoded bytes of one body. */
  bodyBytes: 16 * mebibyte,
  /** Decoded bytes of all bodies of a run. */
  runBytes: 32 * mebibyte,
  /** JSON values or CSV cells of one body; a chart of 250,000 reports has 750,000. */
  bodyValues: 800_000,
  /** The same of all bodies of a run. */
  runValues: 1_200_000,
  /** Decoded bytes of a recording: its bodies as JSON texts. */
  recordingBytes: 96 * mebibyte,
  /** Bytes of the headers of a response. */
  headerBytes: 16 * kibibyte,
  /** Content codings applied to one body. */
  codings: 3,
  /** Arrays and objects inside each other in a JSON body; the documents need five. */
  jsonDepth: 64,
  /** Characters of a link to another page. */
  linkLength: 8 * kibibyte,
  /** Milliseconds for one request. */
  requestMs: 20_000,
  /** Milliseconds that a deployment may ask to wait before the next request. */
  pauseMs: 30_000,
  /** Milliseconds until the last request must be sent. */
  runMs: 300_000,
  /** Milliseconds for one rule. */
  ruleMs: 20_000,
  /** How many times the limit of one rule all rules may take; what is left then is not checked. */
  rulesInAll: 3,
  /** Milliseconds that Dredd may take to load, and then for all responses together. */
  dreddMs: 20_000,
  /**
   * Megabytes of a thread's heap: with the program and the bodies, a run stays below 512 MB. Without a thread, judging the largest
   * bodies that the limits above allow took 7 s and 750 MB.
   */
  threadMegabytes: 256,
  /** Characters of one text in a report. */
  textLength: 2000,
  /** Characters of what a finding quotes of a response. */
  quoteLength: 200,
} as const;

/** Default limit of requests. */
export const defaultMaxRequests = 60;
