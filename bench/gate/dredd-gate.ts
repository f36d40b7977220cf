import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { SCHEMAS } from '../../conformance/reference/schema-check.ts';
import type { Gate, Verdict } from './measure.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Transaction = {
  name: string;
  skip: boolean;
  request: { uri: string; headers: Record<string, string> };
  expected: { statusCode: string; headers: Record<string, string>; body?: string; bodySchema?: string };
};
type Runner = { executeAllTransactions: (transactions: Transaction[], ...rest: unknown[]) => unknown };
type DreddInstance = {
  transactionRunner: Runner;
  prepareAPIdescriptions: (callback: (error: unknown, descriptions?: unknown) => void) => void;
  run: (callback: (error: unknown, stats: { tests: number }) => void) => void;
};

const require = createRequire(import.meta.url);
const Dredd = require('dredd') as new (configuration: object) => DreddInstance;
const output = require('dredd/build/reporters/reporterOutputLogger') as {
  default: { transports: { console: { silent: boolean } } };
};
// Its terminal reporter cannot be turned off by configuration.
output.default.transports.console.silent = true;

const prepared = new Map<1 | 2, unknown>();

/**
 * Dredd on its own, with a hook that takes the key off transactions that expect 401 and leaves out those that cannot be
 * provoked; with schemas, the hook also injects each response's schema and tolerates a charset.
 */
export const dreddGate =
  (schemas: boolean): Gate =>
  ({ url, form, key }) =>
    new Promise<Verdict>((resolve) => {
      const content = readFileSync(documentOf(form), 'utf8');
      const failed: string[] = [];
      const emitter = new EventEmitter();
      const note = ({ title }: { title: string }) => void failed.push(title);
      emitter.on('test fail', note);
      emitter.on('test error', (_error: unknown, test: { title: string }) => note(test));
      const dredd = new Dredd({
        endpoint: url,
        path: [],
        apiDescriptions: [{ location: `form-${form}.yaml`, content }],
        header: [`Authorization: Token ${key}`],
        loglevel: 'silent',
        reporter: [],
        emitter,
      });
      prepareOnce(dredd, form);
      const execute = dredd.transactionRunner.executeAllTransactions.bind(dredd.transactionRunner);
      dredd.transactionRunner.executeAllTransactions = (transactions, ...rest) => {
        for (const transaction of transactions) adjust(transaction, form, schemas);
        return execute(transactions, ...rest);
      };
      dredd.run((error) => {
        const notes = error === null || error === undefined ? failed : [String(error), ...failed];
        resolve({ failed, exit: error ? 3 : failed.length > 0 ? 1 : 0, notes });
      });
    });

/** Parsing a document takes longer than running its transactions, and the result is always the same. */
function prepareOnce(dredd: DreddInstance, form: 1 | 2): void {
  const prepare = dredd.prepareAPIdescriptions.bind(dredd);
  dredd.prepareAPIdescriptions = (callback) => {
    const known = prepared.get(form);
    if (known !== undefined) return callback(null, known);
    prepare((error, descriptions) => {
      prepared.set(form, descriptions);
      callback(error, descriptions);
    });
  };
}

function adjust(transaction: Transaction, form: 1 | 2, schemas: boolean): void {
  const { expected, request } = transaction;
  if (expected.statusCode === '401') {
    delete request.headers['Authorization'];
    delete expected.body;
    delete expected.bodySchema;
    expected.headers = {};
    return;
  }
  if (expected.statusCode !== '200') {
    transaction.skip = true;
    return;
  }
  // Dredd requires every documented header, but no deployment has to send more than a content type
  const { 'Content-Type': type = '' } = expected.headers;
  expected.headers = { 'Content-Type': type };
  const endpoint = endpointIn(request.uri);
  if (endpoint === 'export.csv') delete expected.body;
  if (!schemas) return;
  delete expected.headers['Content-Type'];
  const schema = SCHEMAS[endpoint];
  if (schema === undefined) return;
  expected.bodySchema = schemaText(schema, form);
  delete expected.body;
}

/** A schema of the form's document without references, as Dredd's validator expects it. */
function schemaText(name: string, form: 1 | 2): string {
  const document = parse(readFileSync(documentOf(form), 'utf8')) as {
    components: { schemas: Record<string, Json> };
  };
  const resolved = inlined(document.components.schemas[name] ?? {}, document.components.schemas);
  return JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...(resolved as object) });
}

function inlined(value: Json, schemas: Record<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => inlined(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...rest } = value;
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, inlined(member, schemas)]),
  );
  if (typeof reference !== 'string') return own;
  const target = inlined(schemas[reference.split('/').at(-1) ?? ''] ?? {}, schemas);
  return { ...(target as object), ...own };
}

const endpointIn = (text: string): string => /\/api\/v1\/([\w.]+)/.exec(text)?.[1] ?? '';
const documentOf = (form: 1 | 2): URL => new URL(`../../openapi/form-${form}.yaml`, import.meta.url);
