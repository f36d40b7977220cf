import { describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/contract/report-types.ts';
import { checkClient, mockParts, RULES } from './check-client.ts';
import { BROKEN_CLIENTS } from './corpus/broken-clients.fixture.ts';
import { GOOD_CLIENTS } from './corpus/good-clients.fixture.ts';
import { inProcess } from './corpus/in-process.fixture.ts';

const PARTS = { 1: await mockParts(1), 2: await mockParts(2) } as const;

/** What a check finds: rule, outcome and the first finding. */
function raisedIn({ requirements }: Report): readonly unknown[] {
  const raised = requirements.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  return raised.map(({ id, outcome, findings }) => [id, outcome, findings[0]?.message]);
}

describe.each([1, 2] as const)('a check of clients of Form %i', (form) => {
  const rules = RULES.filter((rule) => rule.form === undefined || rule.form === form);
  const cases = BROKEN_CLIENTS.filter(({ breaks }) => rules.some(({ id }) => id === breaks));

  it.concurrent.each(cases)('finds by $breaks alone a client that $about', async ({ breaks, about, act }) => {
    const client = inProcess(form, about, act);
    const { report } = await checkClient({ form, client, interval: 10_000 }, PARTS[form]);
    expect(raisedIn(report)).toEqual([
      [breaks, rules.find(({ id }) => id === breaks)?.level === 'must' ? 'fail' : 'warn', expect.any(String)],
    ]);
  });

  it.concurrent.each(GOOD_CLIENTS)('raises nothing for $style', async ({ style, act }) => {
    const client = inProcess(form, style, act);
    const { report } = await checkClient({ form, client, interval: 300 }, PARTS[form]);
    expect(raisedIn(report)).toEqual([]);
    expect(report).toMatchObject({ exitCode: 0, counts: { fail: 0, warn: 0, inconclusive: 0 } });
  });

  it('has a broken client for each rule', () => {
    expect(rules.map(({ id }) => id).filter((id) => cases.every(({ breaks }) => breaks !== id))).toEqual([]);
  });
});

it('takes the first key of an app for its own, however short, and has it in no report', async () => {
  const client = {
    name: 'the app',
    hasKey: true,
    run: async (url: string) => {
      await fetch(`${url}/api/v1/status`, { headers: { Authorization: 'Token e' } });
      return { kind: 'running', text: '' } as const;
    },
  };
  const { report, evidence } = await checkClient({ form: 2, client }, PARTS[2]);
  expect(report).toMatchObject({ exitCode: 0, requests: 14, counts: { fail: 0, warn: 0 } });
  expect(evidence.exchanges[0]).toMatchObject({
    authorization: 'Token $HEADCOUNT_API_KEY',
    credential: 'key',
  });
});
