import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../docs-site/contents.ts';
import { programUnderTest, type Result, SINGLE_FILE } from '../../src/commands/program.fixture.ts';

const program = programUnderTest();

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
}

/** Runs it in an empty folder, without any environment variables unless they are given. */
async function runAlone(args: readonly string[], { env = {}, uid }: Surroundings = {}): Promise<Result> {
  const cwd = program.path('empty');
  await mkdir(cwd, { recursive: true });
  // Windows cannot open a socket without this.
  const system: Record<string, string> =
    process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? '' } : {};
  const result = await new Promise<Result>((resolve) => {
    const options = { cwd: uid === undefined ? cwd : '/', env: { ...system, ...env }, ...(uid && { uid }) };
    execFile(SINGLE_FILE ?? '', args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
  expect(await readdir(cwd)).toEqual([]);
  return result;
}

describe('the single file', { timeout: 60_000 }, () => {
  it('has help for every command, without environment variables, and writes no file', async () => {
    const { stdout } = await runAlone(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*/gm)].flatMap(([, name = '']) => name);
    expect(commands).toEqual(
      expect.arrayContaining(['serve', 'mock', 'conformance', 'stubs', 'docs', 'demo']),
    );
    for (const name of commands.filter((one) => one !== 'help'))
      expect(await runAlone([name, '--help']), name).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`headcount ${name}`),
        stderr: '',
      });
  });

  it('ignores what NODE_OPTIONS says to other programs', async () => {
    const env = { NODE_OPTIONS: '--require=/nowhere --inspect', NODE_PATH: '/nowhere' };
    expect(await runAlone(['version'], { env })).toMatchObject({ code: 0, stderr: '' });
  });

  it('passes --node-options to its Node.js', async () => {
    expect(await runAlone(['--node-options=--no-such-option', 'version'])).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('--no-such-option'),
    });
  });

  it.skipIf(process.getuid?.() !== 0)('runs for a user without an account and a home', async () => {
    expect(await runAlone(['version'], { uid: 61234 })).toMatchObject({ code: 0, stderr: '' });
  });

  it('runs the gate with Dredd and its judging thread, and finds nothing wrong with its own mock', async () => {
    const mock = await program.start(['mock', '--port', '0', '--form', '1'], /curl/);
    const [url = ''] = /http:\/\/[\d.:]+/.exec(mock.output()) ?? [];
    const out = program.path('report');
    const gate = await runAlone(
      ['conformance', '--url', url, '--form', '1', '--level', 'contract', '--out', out],
      { env: { HEADCOUNT_API_KEY: 'any' } },
    );
    expect(gate, gate.stdout).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SUCCESS/) });
    expect(gate.stdout).toMatch(/dredd +\d+ transactions: [1-9]/);
    expect(await readFile(join(out, 'report.html'), 'utf8')).toMatch(/[^-]headcount conformance --url/);
    await mock.stop('SIGTERM');
    expect(mock.output()).not.toContain('Warning');
  });

  it('writes streams to files', async () => {
    const simulated = await program.run(['simulate', '--weeks', '1', '--out', 'line.ndjson']);
    const lines = (await readFile(program.path('line.ndjson'), 'utf8')).trimEnd().split('\n');
    expect(simulated).toMatchObject({ code: 0, stderr: '' });
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('bucket');
  });

  it('copies the documentation site out of itself', async () => {
    expect(await program.run(['docs', '--out', 'site'])).toMatchObject({ code: 0, stderr: '' });
    const pages = await readdir(join(PROJECT, 'docs-site/dist'), { recursive: true });
    expect((await readdir(program.path('site'), { recursive: true })).toSorted()).toEqual(pages.toSorted());
    expect(await program.run(['docs'])).toMatchObject({ stdout: expect.stringContaining('in this file') });
  });

  it('creates a stub project that gets the gate from npm', async () => {
    expect(await program.run(['stubs', '--form', '2', '--out', 'stubs'])).toMatchObject({ code: 0 });
    const manifest = await readFile(program.path('stubs/package.json'), 'utf8');
    expect(JSON.parse(manifest).devDependencies).toHaveProperty('queue-headcount');
  });
});
