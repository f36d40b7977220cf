/** Form modules: what the compiler refuses in `operations()`, and what the handlers are at run time. */
import { describe, expect, it } from 'vitest';
import * as contract1 from '../contract/form-1.operations.generated.ts';
import * as contract2 from '../contract/form-2.operations.generated.ts';
import { computations } from '../operations/computations.ts';
import type { Computations, Form, Presentation } from './form.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';
import { FORMS } from './forms.ts';

declare const compute: Computations<Presentation>;

/** Never called: compiling it is the test. */
export function checkedByTheCompiler(): readonly unknown[] {
  const { getStatus: _1, ...missing } = compute;
  const operations1 = form1.operations(compute);
  const operations2 = form2.operations(compute);
  const right1: contract1.Operations<Presentation> = operations1;
  const right2: contract2.Operations<Presentation> = operations2;

  // @ts-expect-error a computation is missing
  const lacks = form1.operations(missing);
  // @ts-expect-error a computation comes to something else
  const other = form2.operations({ ...compute, getStatus: async () => ({ hasEstimate: true }) });
  // @ts-expect-error no form has an operation of this name
  const more = form2.operations({ ...compute, getForecast: async () => ({}) });
  // @ts-expect-error Form 1's reports are not Form 2's
  const crossed2: contract2.Operations<Presentation> = operations1;
  // @ts-expect-error Form 2's reports are not Form 1's
  const crossed1: contract1.Operations<Presentation> = operations2;
  // @ts-expect-error Form 1 has no highlights
  const highlights = operations1.getHighlights;
  const form: Form = { id: 1, operations: (given) => form1.operations(given) };
  // @ts-expect-error a form needs operations
  const bare: Form = { id: 1 };
  // @ts-expect-error a handler answers with an object or pieces of text
  const text: Form = { id: 2, operations: () => ({ getStatus: async () => 'busy' }) };
  return [right1, right2, lacks, other, more, crossed1, crossed2, highlights, form, bare, text];
}

describe('a form', () => {
  it.each([
    [1, contract1.OPERATION_IDS],
    [2, contract2.OPERATION_IDS],
  ] as const)('of number %i has exactly the operations of its document', (id, operationIds) => {
    expect(FORMS[id].id).toBe(id);
    expect(Object.keys(FORMS[id].operations(computations))).toEqual(operationIds);
  });
});
