import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { ExpectedFailure, Report } from '../contract/report-types.ts';
import { gateOn, inBodies } from '../testing/run-gate.fixture.ts';
import { annotationsOf } from './annotations.ts';
import { htmlOf } from './html/page.ts';
import { escapeXml, junitOf } from './junit.ts';
import { listNotes } from './list-notes.ts';
import { markdownOf } from './markdown.ts';
import { buildReport } from './report.ts';
import { terminalOf } from './terminal.ts';

const faulty = await gateOn(
  { count: 60 },
  inBodies('status', (body: { message: unknown }) =>
    Object.assign(body, { message: ['<b>|'], estimate_value: '3' }),
  ),
);
const report = buildReport(faulty.evidence, faulty, [], false);

/** Where a report differs from the published schema. */
function schemaErrors(of: Report): readonly unknown[] {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(
    JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8')),
  );
  validate(JSON.parse(JSON.stringify(of)));
  return validate.errors ?? [];
}

describe('reports of a failing run', () => {
  it('match the published schema', () => {
    expect(schemaErrors(report)).toEqual([]);
  });

  it('say what was promised, expected and seen, and how to repeat it', () => {
    expect(report).toMatchObject({ verdict: 'failure', exitCode: 1 });
    const text = terminalOf(report, { color: false, verbose: true });
    for (const part of [
      'FAILURE',
      'status.message',
      'in the contract: ',
      'expected',
      'seen',
      'curl -i -H "Authorization: Token $HEADCOUNT_API_KEY"',
    ])
      expect(text).toContain(part);
    expect(markdownOf(report)).toContain('| `status.estimate_value` |');
  });

  it('link a requirement to its entry on the page of requirements, if that is on the web', () => {
    const page = 'https://docs.example/requirements';
    expect(markdownOf(report, page)).toContain(`| [\`status.message\`](${page}#status.message) |`);
    expect(junitOf(report, page)).toContain(`\n\n${page}#status.message</failure>`);
  });

  it('escape what a deployment sent, and load nothing', () => {
    const html = htmlOf(report, faulty.evidence);
    expect(html).not.toContain('<b>|');
    expect(html).not.toMatch(/(src|href)="http/);
    expect(escapeXml('a\u0000<b>&"\u001b')).toBe('a&lt;b&gt;&amp;&quot;');
  });

  it('have a JUnit case for each requirement, with correct counts', () => {
    const xml = junitOf(report);
    expect(xml.match(/<testcase /g)).toHaveLength(report.requirements.length);
    expect(xml).toContain(
      `<testsuites name="conformance" tests="${report.requirements.length}" failures="${report.counts.fail}" errors="0"`,
    );
  });

  it('have one error for each reason why JUnit cases were not checked, and skip the others', () => {
    const unchecked = (message: string) => ({
      outcome: 'inconclusive' as const,
      findings: [{ message, stage: 'rules' as const }],
    });
    const requirements = report.requirements.map((one, at) => ({
      ...one,
      ...unchecked(at % 40 === 7 ? 'no response from chart' : 'the deployment does not respond'),
    }));
    const xml = junitOf({ ...report, requirements });
    expect(xml.match(/<error message="[^"]*"/g)).toEqual([
      '<error message="the deployment does not respond"',
      '<error message="no response from chart"',
    ]);
    const skipped = requirements.length - 2;
    expect(xml.match(/<skipped /g)).toHaveLength(skipped);
    expect(xml).toContain(`failures="0" errors="2" skipped="${skipped}"`);
  });

  it('name endpoint and request of a cause, and the texts of warnings, in the summary', () => {
    const warning = {
      message: 'the message is blank, but not null',
      expected: 'null',
      seen: '" "',
      stage: 'rules' as const,
    };
    const requirements = report.requirements.map((one) =>
      one.id === 'status.hours' ? { ...one, outcome: 'warn' as const, findings: [warning, warning] } : one,
    );
    const text = markdownOf({ ...report, requirements });
    expect(text).toMatch(/^\| `status\.message` \| status \|.*\| `curl -i .*\/api\/v1\/status'` \|/m);
    expect(text).toContain(
      '- warning: `status.hours`, status: `the message is blank, but not null: expected null, seen " "` (2 times)',
    );
  });

  it('say a finding once in JUnit, with how many times it was made', () => {
    const [finding] = report.requirements.find(({ id }) => id === 'status.message')?.findings ?? [];
    if (finding === undefined) throw new Error('There is no finding.');
    const requirements = report.requirements.map((one) =>
      one.id === 'status.message' ? { ...one, findings: [finding, finding, finding] } : one,
    );
    const [, text = ''] =
      /<failure [^>]*>([^<]*status[^<]*)<\/failure>/.exec(junitOf({ ...report, requirements })) ?? [];
    expect(text.split(escapeXml(finding.message))).toHaveLength(2);
    expect(text).toContain('(3 times)');
  });

  it('have at most ten annotations', () => {
    const many = {
      ...report,
      requirements: report.requirements.map((one) => ({ ...one, outcome: 'fail' as const })),
    };
    expect(annotationsOf(many)).toHaveLength(10);
    expect(annotationsOf(report)[0]).toMatch(/^::error title=status\.message::.*: expected .*, seen /);
  });
});

describe('a run with expected failures', () => {
  const failed = report.requirements.filter(({ outcome }) => outcome === 'fail');
  const all = failed.map(({ id }) => ({ requirement: id, reason: 'known' }));
  const today = '2026-11-22';
  const build = (entries: readonly ExpectedFailure[]) =>
    buildReport(faulty.evidence, faulty, entries, false, { today });

  it('succeeds if all of them are expected', () => {
    expect(build(all)).toMatchObject({ exitCode: 0, stale: [], expired: [] });
    expect(terminalOf(build(all), { color: false })).toMatch(/^[A-Z ]*SUCCESS {2}all failures are expected/);
  });

  it('fails, and every summary says why, if an entry is stale or has expired', () => {
    const stale = { requirement: 'reports.order', endpoint: 'reports', reason: 'once' };
    const [first, ...rest] = all;
    const expired = { requirement: first?.requirement ?? '', reason: 'known', reviewBy: '2026-11-21' };
    const outdated = build([...all, stale, { ...expired, endpoint: 'export.csv' }]);
    expect(outdated).toMatchObject({ verdict: 'failure', exitCode: 1, stale: [stale, expect.anything()] });
    expect(schemaErrors(outdated)).toEqual([]);
    expect(terminalOf(outdated, { color: false })).toMatch(/^FAILURE {2}the list of expected failures/);
    expect(build([expired, ...rest])).toMatchObject({ exitCode: 1, stale: [], expired: [expired] });
    expect(terminalOf(build([expired, ...rest]), { color: false })).toMatch(
      /^FAILURE {2}1 requirement is broken/,
    );
    for (const text of [
      terminalOf(outdated, { color: false }),
      markdownOf(outdated),
      htmlOf(outdated, faulty.evidence),
      annotationsOf(outdated).join(),
    ])
      expect(text).toContain('reports.order at reports is expected to fail (once), but passes');
    expect(listNotes(build([expired, ...rest]))).toEqual([
      `${expired.requirement} was expected to fail until 2026-11-21 (known): fix it, or set a later review_by`,
    ]);
  });

  it('shows first where a failure is not expected', () => {
    const entry = { requirement: 'status.message', endpoint: 'chart', reason: 'elsewhere' };
    const one = build([entry]).requirements.find(({ id }) => id === 'status.message');
    expect(schemaErrors(build([entry]))).toEqual([]);
    expect(one?.unexpectedAt).toEqual([{ endpoint: 'status', pointer: '/message' }]);
    expect(listNotes(build([entry]))).toContain(
      'status.message is expected to fail, but not at status /message',
    );
  });
});

describe('the page of a report', () => {
  it('says one cause and one failure', () => {
    const requirements = report.requirements.filter(({ id }) => id === 'status.message');
    const one = {
      ...report,
      requirements,
      causes: [{ requirement: 'status.message' as const, consequences: [] }],
    };
    const html = htmlOf({ ...one, counts: { ...report.counts, fail: 1, warn: 1 } }, faulty.evidence);
    expect(html).toContain('>1 cause of 1 failure<');
  });
});

it('do not call a run partial for a recommendation that was not tested', async () => {
  const result = await gateOn({ count: 1500, newestAge: 105 }, undefined, { complete: true });
  const { verdict, exitCode, requirements } = buildReport(result.evidence, result, [], true);
  const open = requirements.filter(({ outcome }) => outcome === 'not-exercised').map(({ id }) => id);
  expect([verdict, exitCode, result.exitCode, open]).toEqual(['success', 0, 0, ['status.estimate-recent']]);
});
