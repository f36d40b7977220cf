import { readFileSync } from 'node:fs';
import { makeWritable } from '../../../conformance/commands/arguments.ts';
import { startedBy } from '../../../conformance/commands/started-by.ts';
import { isObject } from '../../../conformance/contract/json.ts';
import type { ExitCode } from '../../../conformance/contract/outcomes.ts';
import type { ExpectedFailure } from '../../../conformance/contract/report-types.ts';
import { type GateOptions, runGate } from '../../../conformance/gate.ts';
import { requirementsPage, writeReports } from '../../../conformance/reports/publish.ts';
import { buildReport } from '../../../conformance/reports/report.ts';
import { terminalOf } from '../../../conformance/reports/terminal.ts';
import { createRedact } from '../../../conformance/requests/credentials.ts';
import {
  createSendRequest,
  fieldName,
  fieldValue,
  ownFields,
  type SendRequest,
} from '../../../conformance/requests/send-request.ts';
import { defaultMaxRequests } from '../../../conformance/safety/limits.ts';
import { readExpectedFailures } from '../../../conformance/verdict/expected-list.ts';
import type { ConformanceOptions, ConformanceResult } from './conformance-options.ts';
import {
  callback,
  checkOptions,
  flag,
  given,
  OptionError,
  oneOf,
  type Rule,
  text,
  url,
  whole,
} from './options.ts';

const HOUR = 3_600_000;

const RULES = {
  url,
  form: oneOf(1, 2, 'auto'),
  key: {
    allowed: 'a text of visible ASCII characters',
    accepts: (value) => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value),
  },
  level: oneOf('contract', 'full'),
  maxRequests: whole(1, 10_000),
  publicUrl: url,
  expectedFailures: {
    allowed: 'a list of expected failures, or the path of a file with one',
    accepts: (value) => Array.isArray(value) || text.accepts(value),
  },
  complete: flag,
  out: text,
  headers: {
    allowed: 'texts of printable ASCII characters by the names of fields that the gate does not send itself',
    accepts: (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([name, one]) =>
          fieldName.test(name) &&
          !ownFields.test(name.toLowerCase()) &&
          typeof one === 'string' &&
          fieldValue.test(one),
      ),
  },
  network: {
    allowed: 'an object with `ca` (texts in PEM), `certificate` (`cert` and `key` in PEM) or `insecure`',
    accepts: (value) =>
      isObject(value) && Object.keys(value).every((name) => ['ca', 'certificate', 'insecure'].includes(name)),
  },
  waitReadyMs: whole(1, HOUR),
  requestTimeoutMs: whole(1, HOUR),
  runTimeoutMs: whole(1, 24 * HOUR),
  ruleTimeoutMs: whole(1, HOUR),
  signal: { allowed: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal },
  onProgress: callback,
} as const satisfies Record<keyof ConformanceOptions, Rule>;

/** Runs the gate with checked options. `index.ts` describes it. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceResult> {
  checkOptions(options, RULES, ['url', 'form', 'key']);
  const expected = expectedIn(options.expectedFailures);
  const { key, complete = false, out } = options;
  if (out !== undefined) makeOut(out);
  const redact = createRedact(key, Object.values(options.headers ?? {}));
  const watch = watchOf(options, redact);
  watch.signal.throwIfAborted();
  const result = await runGate({ ...gateOptions(options), ...watch }).catch((error: unknown) => {
    throw watch.signal.aborted ? watch.signal.reason : redacted(error, redact);
  });
  const report = buildReport(result.evidence, result, expected, complete, { program: startedBy() });
  if (out !== undefined) writeReports(report, result.evidence, out);
  const { exitCode } = report;
  const summary = terminalOf(report, {
    color: false,
    verbose: true,
    requirementsPage: requirementsPage('.'),
  });
  return { outcome: outcomeOf(exitCode), exitCode, summary, report };
}

/** Before the run, so that its result is not lost. */
function makeOut(out: string): void {
  try {
    makeWritable(out);
  } catch (error) {
    throw new OptionError('out', `cannot be written: ${(error as Error).message}`);
  }
}

function gateOptions(options: ConformanceOptions): GateOptions {
  const { url: target, form, key, level, publicUrl, complete, network, maxRequests, waitReadyMs } = options;
  const { requestTimeoutMs: timeoutMs, runTimeoutMs, ruleTimeoutMs } = options;
  const headers = options.headers && inLowerCase(options.headers);
  const limits = { maxRequests, waitReadyMs, timeoutMs, runTimeoutMs, ruleTimeoutMs };
  return { url: target, form, key, ...given({ level, publicUrl, complete, network, headers, ...limits }) };
}

function inLowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Reports each request, and ends the run when the caller's signal says so or `onProgress` throws. */
function watchOf(
  { signal, onProgress, network, maxRequests = defaultMaxRequests }: ConformanceOptions,
  redact: (text: string) => string,
): { readonly signal: AbortSignal; readonly fetch: SendRequest } {
  const failed = new AbortController();
  const ended = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  let requests = 0;
  const report = (method: string, href: string, status: number | null) => {
    requests += 1;
    if (ended.aborted) return;
    try {
      onProgress?.({ requests, maxRequests, request: `${method} ${redact(href)}`, status });
    } catch (error) {
      failed.abort(error);
    }
  };
  const send = createSendRequest(network);
  const fetch: SendRequest = async (target, init) => {
    ended.throwIfAborted();
    let status: number | null = null;
    try {
      const received = await send(target, { ...init, signal: AbortSignal.any([init.signal, ended]) });
      status = received.status;
      return received;
    } finally {
      report(init.method, target.href, status);
    }
  };
  return { signal: ended, fetch };
}

function expectedIn(list: ConformanceOptions['expectedFailures'] = []): readonly ExpectedFailure[] {
  const read = readExpectedFailures(typeof list === 'string' ? fileText(list) : listText(list));
  if (typeof read === 'string') throw new OptionError('expectedFailures', read);
  return read;
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new OptionError('expectedFailures', `the file cannot be read: ${(error as Error).message}`);
  }
}

/** The list as a file has it: JSON is YAML. */
function listText(list: readonly ExpectedFailure[]): string {
  return JSON.stringify(list, (_name, value: unknown) => {
    if (!isObject(value) || value['reviewBy'] === undefined) return value;
    const { reviewBy, ...entry } = value;
    return { ...entry, review_by: reviewBy };
  });
}

function outcomeOf(exitCode: ExitCode): ConformanceResult['outcome'] {
  if (exitCode === 0) return 'conforms';
  return exitCode === 1 ? 'does-not-conform' : 'not-judged';
}

/** A failure of the gate itself, without the key in its text. */
function redacted(error: unknown, redact: (text: string) => string): Error {
  return new Error(
    `The gate itself failed. ${redact(error instanceof Error ? (error.stack ?? '') : String(error))}`,
  );
}
