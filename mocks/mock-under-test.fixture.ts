import { afterAll, expect } from 'vitest';
import { runGate } from '../conformance/gate.ts';
import { judgingHere } from '../conformance/judging.ts';
import { withOutcome } from '../conformance/testing/run-gate.fixture.ts';
import type { Form } from './form-document.ts';
import { type MockOptions, type RunningMock, startMock } from './main.ts';

/** A Friday at 12:30, and the time zone that tests use by default. */
export const NOON = { timeZone: 'America/Los_Angeles', now: '2026-11-20T12:30:00-08:00' } as const;

export const KEY = 'any-key-will-do-0123456789';

/** Starts mocks on free ports and stops them after the test file. Equal options share a mock. */
export function mocksUnderTest(): (options?: Partial<MockOptions>) => Promise<RunningMock> {
  const running = new Map<string, Promise<RunningMock>>();
  afterAll(async () => {
    for (const mock of running.values()) await (await mock).close();
  });
  return (options = {}) => {
    const all: MockOptions = { form: 2, ...NOON, ...options };
    const key = JSON.stringify(all);
    const mock = running.get(key) ?? startMock(all);
    running.set(key, mock);
    return mock;
  };
}

/** Sends a request with a key. */
export function ask(
  mock: RunningMock,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(URL.parse(path) ?? `${mock.url}${path}`, {
    headers: { Authorization: 'Token any', ...headers },
  });
}

/** Requests JSON. Throws unless the status is 200. */
export async function read<Body>(mock: RunningMock, path: string, scenario = 'rush'): Promise<Body> {
  const response = await ask(mock, path, { Prefer: `example=${scenario}` });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

/** The failures that the gate finds at the level of a deployment, except that a mock accepts any key. */
export async function failuresOf({ url }: RunningMock, form: Form): Promise<readonly string[]> {
  const result = await runGate({ url, form, key: KEY, skipDredd: true, judging: judgingHere });
  expect(result.problem).toBeUndefined();
  expect(withOutcome(result, 'pass').length).toBeGreaterThan(50);
  return withOutcome(result, 'fail').filter((id) => id !== 'auth.wrong-key');
}
