import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { programOutput } from '../testing/program.fixture.ts';
import { gateOn, inBodies } from '../testing/run-gate.fixture.ts';
import { publish } from './publish.ts';
import { buildReport } from './report.ts';

const output = programOutput('key', { onGitHub: true });
const breaks = inBodies('status', (body: object) => Object.assign(body, { message: 3 }));
const passing = await gateOn({ count: 60 });
const failing = await gateOn({ count: 60 }, breaks);

it.each([
  [0, passing, 0],
  [1, failing, 1],
])(
  'exits with %i as judged if neither the job summary nor a report can be written',
  (exitCode, result, annotations) => {
    const [summary, out] = [join(output.folder, 'no/step.md'), join(output.folder, 'out')];
    vi.stubEnv('GITHUB_STEP_SUMMARY', summary);
    mkdirSync(join(out, 'report.html'), { recursive: true });
    const report = buildReport(result.evidence, result, [], false);
    expect(publish(report, result.evidence, { out })).toBe(exitCode);
    const notes = output.printed.filter((line) => line.includes('could not be written'));
    expect(notes).toEqual([
      expect.stringMatching(/report\.html could not be written: EISDIR/),
      expect.stringMatching(/^The job summary .*step\.md could not be written: ENOENT/),
    ]);
    expect(output.printed.filter((line) => line.startsWith('::error'))).toHaveLength(annotations);
    expect(output.printed.join('\n')).not.toContain('Reports: ');
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toMatchObject({ exitCode });
  },
);
