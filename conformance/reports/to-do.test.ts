import { expect, it } from 'vitest';
import type { Outcome } from '../contract/outcomes.ts';
import type { ReportedRequirement } from '../contract/report-types.ts';
import { requirementOf } from '../contract/requirements.ts';
import type { Exchange } from '../requests/exchange.ts';
import { isUnderConstruction, toDoSteps, toDoText } from './to-do.ts';

it('lists keys first, then each endpoint after the ones it is compared with, then requirements of all endpoints', () => {
  const ids = [
    'http.answers',
    'auth.missing',
    'status.message',
    'chart.scatter-complete',
    'reports.order',
    'export.rows',
  ];
  const requirements = ids.map((id) => judged(id, 'fail'));
  const steps = toDoSteps({ formJudged: 2, requirements }, { exchanges: [] });
  expect(steps.map(({ title, open }) => [title, ...open.map(({ id }) => id)])).toEqual([
    ['Keys', 'auth.missing'],
    ['listReports, GET /api/v1/reports', 'reports.order'],
    ['exportReports, GET /api/v1/export.csv', 'export.rows'],
    ['getStatus, GET /api/v1/status', 'status.message'],
    ['getChart, GET /api/v1/chart', 'chart.scatter-complete'],
    ['All endpoints', 'http.answers'],
  ]);
});

it('leaves out what is met, and says which endpoints have no handler', () => {
  const requirements = [judged('status.message', 'pass'), judged('reports.order', 'not-exercised')];
  const exchanges = [exchange('reports', 501), exchange('status', 200)];
  expect(toDoText({ formJudged: 1, requirements }, { exchanges })).toMatch(
    /^To do.* Met: 1 of 2\..*\n.* wait for feed and export.*\n\n 1\. listReports, GET \/api\/v1\/reports: no handler yet \(501\)\n {4}· reports\.order +\S.*\n$/,
  );
  expect(isUnderConstruction({ exchanges })).toBe(true);
  expect(isUnderConstruction({ exchanges: exchanges.slice(1) })).toBe(false);
});

it('lists an endpoint without a handler even if no requirement is about it', () => {
  expect(toDoSteps({ formJudged: 2, requirements: [] }, { exchanges: [exchange('status', 501)] })).toEqual([
    { title: 'getStatus, GET /api/v1/status: no handler yet (501)', open: [] },
  ]);
});

function judged(id: string, outcome: Outcome): ReportedRequirement {
  return { ...requirementOf(id), outcome, findings: [] };
}

function exchange(endpoint: 'reports' | 'status', status: number): Exchange {
  const response = { status, headers: {}, body: '', bytes: 0 };
  const request = { method: 'GET', credential: 'key', params: {}, url: '', authorization: null } as const;
  return { number: 1, step: '', endpoint, ...request, startedAt: 0, durationMs: 0, response };
}
