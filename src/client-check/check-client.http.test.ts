import { describe, expect, it } from 'vitest';
import { checkClient, mockParts, RULES } from './check-client.ts';
import { BROKEN_CLIENTS } from './corpus/broken-clients.fixture.ts';
import { inProcess } from './corpus/in-process.fixture.ts';

const PARTS = { 1: await mockParts(1), 2: await mockParts(2) } as const;

describe.each([1, 2] as const)('a check of clients of Form %i', (form) => {
  const rules = RULES.filter((rule) => rule.form === undefined || rule.form === form);
  const cases = BROKEN_CLIENTS.filter(({ breaks }) => rules.some(({ id }) => id === breaks));

  it.concurrent.each(cases)('finds by $breaks alone a client that $about', async ({ breaks, about, act }) => {
    const client = inProcess(form, about, act);
    const { report } = await checkClient({ form, client, interval: 10_000 }, PARTS[form]);
    const raised = report.requirements.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
    expect(raised.map(({ id, outcome, findings }) => [id, outcome, findings[0]?.message])).toEqual([
      [breaks, rules.find(({ id }) => id === breaks)?.level === 'must' ? 'fail' : 'warn', expect.any(String)],
    ]);
  });

  it('has a broken client for each rule', () => {
    expect(rules.map(({ id }) => id).filter((id) => cases.every(({ breaks }) => breaks !== id))).toEqual([]);
  });
});
