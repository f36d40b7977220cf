import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readHar } from '../../conformance/evidence/har.ts';
import { readFacts } from '../../conformance/facts/facts.ts';
import { checkRecording } from '../../conformance/integrity/check-recording.ts';
import { observeGaps } from '../../conformance/reports/observations.ts';
import { buildReport } from '../../conformance/reports/report.ts';
import { judgeEvidence } from '../../conformance/verdict/judge.ts';
import { PROJECT } from '../contents.ts';
import { readSubmissions, SUBMISSIONS, submissionsHtml } from './submissions.ts';

const submissions = await readSubmissions();

it.each(submissions)(
  'the recording of $id is true, small, and has the claimed verdict',
  async (submission) => {
    const file = await readFile(join(PROJECT, SUBMISSIONS, `${submission.id}.har.gz`));
    expect(file.length).toBeLessThan(300_000);
    const text = gunzipSync(file).toString();
    // A recording by an earlier plan is outdated, and judged all the same
    expect(['consistent', 'outdated']).toContain((await checkRecording(text)).state);
    const evidence = readHar(text);
    if (typeof evidence === 'string') throw new Error(evidence);
    const judged = { ...judgeEvidence(evidence), observations: observeGaps(readFacts(evidence)) };
    const { verdict, formJudged, startedAt } = buildReport(evidence, judged, [], false);
    expect({ verdict, form: formJudged, recorded: startedAt.slice(0, 10) }).toEqual({
      verdict: submission.verdict,
      form: submission.form,
      recorded: submission.recorded,
    });
  },
);

it('each recording has a description', async () => {
  const files = await readdir(join(PROJECT, SUBMISSIONS));
  const recordings = files.filter((file) => !file.endsWith('.yaml'));
  expect(recordings).toEqual(submissions.map(({ id }) => `${id}.har.gz`));
});

it('texts of submissions are never markup', () => {
  const evil = '<script>alert(1)</script>';
  const html = submissionsHtml([
    {
      id: 'x',
      name: evil,
      author: evil,
      source: `https://${evil}`,
      form: 1,
      recorded: evil,
      verdict: 'success',
    },
  ]);
  expect(html).not.toContain('<script>');
});
