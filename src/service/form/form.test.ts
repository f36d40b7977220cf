/** Checks what the compiler rejects, and that each form has the operations of its document. */
import { describe, expect, it } from 'vitest';
import * as contract1 from '../contract/form-1.operations.generated.ts';
import * as contract2 from '../contract/form-2.operations.generated.ts';
import { type ServedForm, servedOperations } from '../operations/served-operations.ts';
import { FORMS } from './form.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';
import type { Projections } from './projections.ts';

type Projections1 = Projections<contract1.Responses>;
type Projections2 = Projections<contract2.Responses>;

/** Never called: compiling it is the test. */
// biome-ignore lint/suspicious/noExportsInTest: exported, since it is compiled and never called
export function checkedByTheCompiler(): readonly unknown[] {
  const { getStatus: _1, ...missing } = form1.projections;
  return [
    form1.projections satisfies Projections1,
    form2.projections satisfies Projections2,
    form2 satisfies ServedForm,
    // @ts-expect-error a projection is missing
    missing satisfies Projections1,
    // @ts-expect-error the document has no operation of this name
    { ...form1.projections, getForecast: () => ({}) } satisfies Projections1,
    // @ts-expect-error Form 1 lacks projections that Form 2 has
    form1.projections satisfies Projections2,
    // @ts-expect-error Form 2's reports are not Form 1's
    { ...form1.projections, listReports: form2.projections.listReports } satisfies Projections1,
    // @ts-expect-error Form 1 has no highlights
    form1.projections.getHighlights,
    // @ts-expect-error the projection takes something that the computation does not return
    { id: 1, projections: { getStatus: (status: { people: number }) => status } } satisfies ServedForm,
    // @ts-expect-error a response is an object or chunks of text
    { id: 1, projections: { getStatus: () => 'busy' } } satisfies ServedForm,
  ];
}

describe('a form', () => {
  it.each([
    [1, contract1.OPERATION_IDS],
    [2, contract2.OPERATION_IDS],
  ] as const)('%i has exactly the operations of its document', (id, operationIds) => {
    expect(FORMS[id].id).toBe(id);
    expect([...servedOperations(FORMS[id]).keys()].toSorted()).toEqual(operationIds.toSorted());
  });
});
