import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirementOf } from '../../../conformance/contract/requirements.ts';
import { type GateResult, runGate } from '../../../conformance/gate.ts';
import { judgingHere } from '../../../conformance/judging.ts';
import { buildReport } from '../../../conformance/reports/report.ts';
import { toDoSteps } from '../../../conformance/reports/to-do.ts';
import * as form1 from '../../service/contract/form-1.operations.generated.ts';
import * as form2 from '../../service/contract/form-2.operations.generated.ts';
import { BAD_TARGETS } from '../../service/http/api/bad-values.fixture.ts';
import { changedContract } from './changed-contract.fixture.ts';
import {
  compile,
  headcountStubs,
  IMPLEMENTATION,
  KEY,
  outputsInTheGuide,
  run,
  start,
  temporaryFolder,
} from './scaffold.fixture.ts';
import { updateStubs } from './update-stubs.ts';

let root: string;
/** The dependencies of the scaffold of either form, installed once. */
let installed: string;
beforeAll(async () => {
  root = await temporaryFolder();
  const folder = join(root, 'installed');
  expect(await headcountStubs('--form', '1', '--out', folder)).toMatchObject({ code: 0 });
  expect(await run('npm', ['ci', '--no-audit', '--no-fund'], folder)).toMatchObject({ code: 0 });
  installed = join(folder, 'node_modules');
}, 120_000);
afterAll(() => rm(root, { recursive: true }));

describe.each([1, 2] as const)('a scaffold of Form %i', { timeout: 120_000 }, (form) => {
  const operations = form === 1 ? form1 : form2;
  const paths = Object.values(operations.OPERATION_PATHS);
  let folder: string;
  let fresh: GateResult;

  it('is generated, compiles and passes its own tests', async () => {
    folder = join(root, `form-${form}`);
    expect(await headcountStubs('--form', String(form), '--out', folder)).toMatchObject({ code: 0 });
    for (const file of ['package.json', 'package-lock.json'])
      expect(await dependenciesIn(join(folder, file))).toEqual(
        await dependenciesIn(join(installed, '..', file)),
      );
    await symlink(installed, join(folder, 'node_modules'));
    const tested = await run('npm', ['test'], folder);
    expect(tested, tested.output).toMatchObject({ code: 0 });
    expect(tested.output).toMatch(new RegExp(`pass ${2 * paths.length + 3}\\b`));
  });

  it('responds with 400 to bad values, and is judged by the gate', async () => {
    const { url, stop } = await start(folder);
    try {
      for (const target of BAD_TARGETS.filter((one) => form === 2 || !one.startsWith('highlights'))) {
        const headers = { Authorization: `Token ${KEY}` };
        expect((await fetch(`${url}/api/v1/${target}`, { headers })).status, target).toBe(400);
      }
      fresh = await runGate({ url, form, key: KEY, judging: judgingHere });
    } finally {
      await stop();
    }
  });

  it('gets a to-do list from the gate: everything except keys, feed first', () => {
    expect(fresh.exitCode).toBe(1);
    const met = idsOf(fresh, 'pass');
    expect(met.filter((id) => id.startsWith('auth.'))).toHaveLength(8);
    expect(met.filter((id) => requirementOf(id).endpoints.length === 1)).toEqual(
      form === 1 ? ['form.no-highlights'] : [],
    );
    const steps = toDoSteps(buildReport(fresh.evidence, fresh, [], false), fresh.evidence);
    expect(steps.flatMap(({ open }) => open)).toHaveLength(fresh.outcomes.length - met.length);
    const titles = steps.map(({ title }) => title);
    expect([titles[0], titles.at(-1)]).toEqual([
      expect.stringMatching(/^listReports, .*501/),
      'All endpoints',
    ]);
    const ids = titles.slice(0, -1).map((title) => title.split(',')[0]);
    expect(ids.toSorted()).toEqual(Object.keys(operations.OPERATION_PATHS).toSorted());
  });

  it('gets a compiler error for each handler that no longer matches a changed contract', async () => {
    await copyFromTheGuide(folder, ['line.ts', 'operations/getStatus.ts']);
    expect(await compile(folder)).toEqual({ code: 0, output: '' });
    const status = await readFile(join(folder, 'src/operations/getStatus.ts'), 'utf8');
    const changed = await changedContract(form);
    expect(await updateStubs(changed, folder)).toEqual({
      written: [
        'openapi.yaml',
        ...['types', 'operations', 'handlers'].map((kind) => `src/generated/${kind}.ts`),
      ],
      added: ['src/operations/getForecast.ts'],
      obsolete: ['src/operations/exportReports.ts'],
      unmarked: [],
    });
    expect(await readFile(join(folder, 'src/operations/getStatus.ts'), 'utf8')).toBe(status);
    const { code, output } = await compile(folder);
    expect(code).not.toBe(0);
    expect(output).toMatch(/^src\/operations\/getStatus\.ts\(.*wait_minutes/ms);
    const blamed = new Set(output.match(/^src\/[\w/]+\.ts/gm));
    expect([...blamed].toSorted()).toEqual([
      'src/operations/exportReports.ts',
      'src/operations/getStatus.ts',
    ]);
  });
});

describe('the implementation in the guide', { timeout: 120_000 }, () => {
  let folder: string;
  const gateIn = async (hour: number) => {
    const { url, stop } = await start(folder, 'dist/server.js', { TZ: zoneAt(hour) });
    try {
      return await run(process.execPath, ['conformance.mjs', '--url', url], folder, {
        HEADCOUNT_API_KEY: KEY,
      });
    } finally {
      await stop();
    }
  };

  it('begins with the list that the guide shows, and with the one after its first handler', async () => {
    folder = join(root, 'guide');
    expect(await headcountStubs('--form', '2', '--out', folder)).toMatchObject({ code: 0 });
    await symlink(installed, join(folder, 'node_modules'));
    const outputs = await outputsInTheGuide();
    expect(outputs).toHaveLength(3);
    const [fresh = '', afterFirst = ''] = outputs;
    expect(await compile(folder)).toEqual({ code: 0, output: '' });
    expect(await gateIn(12)).toEqual({ code: 1, output: expect.stringContaining(fresh) });
    await copyFromTheGuide(folder, ['line.ts', 'operations/listReports.ts']);
    expect(await compile(folder)).toEqual({ code: 0, output: '' });
    expect(await gateIn(12)).toEqual({ code: 1, output: expect.stringContaining(afterFirst) });
  });

  it('meets every requirement while open, and fails none while closed', async () => {
    await copyFromTheGuide(folder, ['operations']);
    expect(await compile(folder)).toEqual({ code: 0, output: '' });
    const [, , success = ''] = await outputsInTheGuide();
    expect(await gateIn(12)).toEqual({ code: 0, output: expect.stringContaining(success) });
    const closed = await gateIn(3);
    expect(closed.output).toContain('PARTIAL SUCCESS');
    expect(closed.code).toBe(0);
  });

  it('passes the tests of the scaffold', async () => {
    const tested = await run('npm', ['test'], folder);
    expect(tested, tested.output).toMatchObject({ code: 0 });
  });
});

/** Copies files of the implementation in the guide into a scaffold. */
async function copyFromTheGuide(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    await cp(join(IMPLEMENTATION, name), join(folder, 'src', name), { recursive: true });
}

/** A time zone in which it is that hour of the day. */
function zoneAt(hour: number): string {
  const behind = ((new Date().getUTCHours() - hour + 24 + 11) % 24) - 11;
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
}

/** The contents of a package.json or lock file without the scaffold's name. */
async function dependenciesIn(file: string): Promise<unknown> {
  const {
    name: _,
    packages: { '': __, ...packages } = { '': null },
    ...rest
  } = JSON.parse(await readFile(file, 'utf8'));
  return { packages, ...rest };
}

function idsOf({ outcomes }: GateResult, wanted: string): readonly string[] {
  return outcomes.flatMap(({ requirement, outcome }) => (outcome === wanted ? [requirement] : []));
}
