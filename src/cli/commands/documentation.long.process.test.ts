import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programUnderTest } from './program.fixture.ts';

const program = programUnderTest();

describe('headcount docs', { timeout: 120_000 }, () => {
  it('replaces an older site in the given folder completely, and not again while it is up to date', async () => {
    mkdirSync(program.path('site'));
    for (const name of ['.built-from', 'old.html']) writeFileSync(program.path(`site/${name}`), 'old');
    const first = await program.run(['docs', '--out', 'site']);
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+ pages in site, built in \S+ s\n$/),
    ]);
    expect(readFileSync(program.path('site/index.html'), 'utf8')).toContain('<h1');
    expect(existsSync(program.path('site/old.html'))).toBe(false);
    expect(readdirSync(program.path('.'))).toEqual(['site']);
    // A web server of another user can read it.
    if (process.platform !== 'win32')
      expect((statSync(program.path('site')).mode & 0o777).toString(8)).toBe('755');
    expect(await program.run(['docs', '--out', 'site', '--if-stale'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('rejects a folder with other files in it, in one sentence', async () => {
    mkdirSync(program.path('mine'));
    writeFileSync(program.path('mine/thesis.txt'), 'years');
    const { code, stderr } = await program.run(['docs', '--out', 'mine']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('contains something other than a built site'),
    ]);
    expect(readdirSync(program.path('mine'))).toEqual(['thesis.txt']);
  });
});

describe('headcount demo', { timeout: 120_000 }, () => {
  it('serves the documentation at /docs once it is built', async () => {
    const running = await program.start(
      ['demo', '--port', '0', '--database', 'sqlite:docs.sqlite', '--time-zone', 'UTC'],
      /stop {2}Ctrl-C/,
    );
    const url = `${/at (http:\S+)/.exec(running.output())?.[1]}/docs/`;
    expect(running.output()).toContain(url);
    expect([200, 503]).toContain((await fetch(url)).status);
    await expect.poll(async () => (await fetch(url)).status, { timeout: 60_000, interval: 250 }).toBe(200);
    expect(await (await fetch(url)).text()).toContain('Where to start');
    expect((await running.stop()).code).toBe(0);
  });
});
