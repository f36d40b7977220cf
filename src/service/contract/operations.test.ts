/**
 * Checks the types of a form's operations at compile time: each line after an "expect-error" comment must be an error, or else
 * the project's type check fails. At run time, only the lists are compared.
 */
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from './contract-under-test.fixture.ts';
import * as form1 from './form-1.operations.generated.ts';
import * as form2 from './form-2.operations.generated.ts';

type Context = { readonly account: number };
type Operations1 = form1.Operations<Context>;
type Operations2 = form2.Operations<Context>;

declare const all1: Operations1;
declare const all2: Operations2;

/** Never called; compiling it is the test. */
// biome-ignore lint/suspicious/noExportsInTest: exported, since it is compiled and never called
export function checkedByTheCompiler(): readonly unknown[] {
  const { getStatus: _1, ...missing1 } = all1;
  const { getHighlights: _2, ...missing2 } = all2;
  const report1 = { id: 1, bucket: '30+' as const, created_at: '', photo_url: null };
  const report2 = { id: 1, bucket: '35', created_at: '' };
  const page1 = { next: null, previous: null, results: [report1] };
  const page2 = { next: null, previous: null, results: [report2] };
  const label3 = { ...page1, results: [{ ...report1, bucket: '3' }] };
  const textId = { ...page2, results: [{ ...report2, id: '1' }] };
  const chart1 = { scatter: [], line: [] };

  return [
    { ...all1, listReports: async () => page1, getChart: async () => chart1 } satisfies Operations1,
    { ...all2, listReports: async () => page2 } satisfies Operations2,
    { ...all2, getHighlights: async () => ({ highlights: [] }) } satisfies Operations2,

    // @ts-expect-error getStatus is missing
    missing1 satisfies Operations1,
    // @ts-expect-error getHighlights is missing
    missing2 satisfies Operations2,
    // @ts-expect-error Form 1 has no highlights
    { ...all1, getHighlights: async () => ({ highlights: [] }) } satisfies Operations1,
    // @ts-expect-error no form has an operation of this name
    { ...all2, getForecast: async () => ({}) } satisfies Operations2,

    // @ts-expect-error a report of Form 1 has photo_url
    { ...all1, listReports: async () => page2 } satisfies Operations1,
    // @ts-expect-error Form 1 has six labels
    { ...all1, listReports: async () => label3 } satisfies Operations1,
    // @ts-expect-error the id of a report is a number
    { ...all2, listReports: async () => textId } satisfies Operations2,
    // @ts-expect-error a chart of Form 2 has an open window or null
    { ...all2, getChart: async () => chart1 } satisfies Operations2,
    // @ts-expect-error an export consists of chunks of text
    { ...all2, exportReports: async () => 'timestamp,bucket' } satisfies Operations2,
    // @ts-expect-error a handler is asynchronous
    { ...all2, getHighlights: () => ({ highlights: [] }) } satisfies Operations2,

    // @ts-expect-error the parameter of highlights is days
    { ...all2, getHighlights: async ({ weeks }) => ({ highlights: [weeks] }) } satisfies Operations2,
    // @ts-expect-error the page size is a number, since it has a default
    { ...all1, listReports: async ({ limit }) => ({ ...page1, next: limit }) } satisfies Operations1,
    {
      ...all1,
      listReports: async ({ limit }) => ({ ...page1, next: limit.toFixed() }),
    } satisfies Operations1,
    // @ts-expect-error the beginning of a range is optional
    { ...all2, exportReports: async ({ since }) => texts(since.length) } satisfies Operations2,
    // @ts-expect-error the context has no store
    { ...all2, exportReports: async (_, context) => texts(context.store) } satisfies Operations2,
  ];
}

async function* texts(count: number): AsyncGenerator<string> {
  yield String(count);
}

describe.each([
  [1, form1],
  [2, form2],
] as const)('the generated operations of Form %i', (form, { OPERATION_IDS, OPERATION_PATHS }) => {
  it('match the document, in the same order', () => {
    const document = CONTRACTS.find((contract) => contract.form === form);
    const paths = document?.document['paths'] as Record<string, { get: { operationId: string } }>;
    const entries = Object.entries(paths).map(([path, { get }]) => [get.operationId, path]);
    expect(Object.entries(OPERATION_PATHS)).toEqual(entries);
    expect(OPERATION_IDS).toEqual(entries.map(([id]) => id));
  });
});
