import { expect, it } from 'vitest';
import type { Evidence } from '../evidence/evidence.ts';
import type { Exchange } from '../requests/exchange.ts';
import { judgeEvidence } from '../verdict/judge.ts';
import { evidenceOn, withOutcome } from './run-gate.fixture.ts';

/** Rewrites the body of a response. */
export type Edit = (body: string, exchange: Exchange) => string;
type Store = Parameters<typeof evidenceOn>[0];

/** A zone without summer time, so that edited times keep their offset; averages are not rounded. */
export const options = { zone: 'America/Phoenix', rounding: 'none' } as const;
const runs = new Map<string, Promise<Evidence>>();

/** Evidence of a conforming run; collected once for equal options. */
export async function evidenceOf(given: Store): Promise<Evidence> {
  const key = JSON.stringify(given);
  const known = runs.get(key) ?? evidenceOn(given);
  runs.set(key, known);
  return await known;
}

/** The evidence of a conforming run, rewritten. */
export async function edited(
  form: 1 | 2,
  endpoint: string,
  edit: Edit,
  store: Store = {},
): Promise<Evidence> {
  return rewritten(await evidenceOf({ form, ...options, ...store }), endpoint, edit);
}

/** The same evidence with the bodies of an endpoint rewritten; fails if the edit changes nothing. */
export function rewritten(evidence: Evidence, endpoint: string, edit: Edit): Evidence {
  const exchanges = evidence.exchanges.map((exchange) =>
    exchange.endpoint === endpoint && exchange.response?.status === 200
      ? { ...exchange, response: { ...exchange.response, body: edit(exchange.response.body, exchange) } }
      : exchange,
  );
  expect(exchanges, 'the edit changes something').not.toEqual(evidence.exchanges);
  return { ...evidence, exchanges };
}

/** Tests that no requirement fails in either form when the bodies of an endpoint are edited so, which the description leaves open. */
export function itAllows(endpoint: string, edits: readonly (readonly [title: string, edit: Edit])[]): void {
  it.each(edits)(`does not fail %s in ${endpoint}, which the description leaves open`, async (_, edit) => {
    for (const form of [1, 2] as const) expect(await failuresOf(form, endpoint, edit)).toEqual([]);
  });
}

/** Tests that a requirement fails when the bodies of an endpoint are edited. */
export function itFails(
  endpoint: string,
  breaches: readonly (readonly [requirement: string, form: 1 | 2, edit: Edit])[],
): void {
  it.each(breaches)(`%s fails in form %i by an edit of ${endpoint}`, async (requirement, form, edit) => {
    expect(await failuresOf(form, endpoint, edit)).toContain(requirement);
  });
}

/** The requirements that fail when the bodies of an endpoint are edited. */
async function failuresOf(form: 1 | 2, endpoint: string, edit: Edit): Promise<readonly string[]> {
  return withOutcome(judgeEvidence(await edited(form, endpoint, edit)), 'fail');
}

/** An edit of the rows of a CSV body. */
export function lines(edit: (rows: string[]) => string[]): Edit {
  return (body) => {
    const [header, ...rows] = body.split('\r\n').filter((row) => row !== '');
    return [header, ...edit(rows), ''].join('\r\n');
  };
}

/** The body with its JSON edited in place. */
export function change(body: string, edit: (content: never) => unknown): string {
  const content: unknown = JSON.parse(body);
  edit(content as never);
  return JSON.stringify(content);
}
