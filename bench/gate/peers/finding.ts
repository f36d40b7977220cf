import type { Finding, Verdict } from '../measure.ts';
import type { Sent } from './traffic.ts';

/** A verdict of findings, in the tool's order; equal ones but for numbers count once. */
export function verdictOf(findings: readonly Finding[], broken: string | null = null): Verdict {
  const failed = findings.map(({ endpoint, text }) => `${endpoint}: ${text.replaceAll(/\d+/g, '#')}`);
  return {
    failed: [...new Set(failed)],
    findings,
    exit: broken === null ? (findings.length > 0 ? 1 : 0) : 3,
    notes: broken === null ? [] : [broken],
  };
}

/** What the suite that sends the traffic sees by itself: a status other than the promised one. */
export const unexpectedStatus = ({ endpoint, expected, response }: Sent): readonly Finding[] =>
  response.status === expected
    ? []
    : [{ endpoint, text: `status ${response.status} instead of ${expected}` }];
