import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('publish.sh', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'publish-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Programs that only write down how they were called, and say what `answers` has for it. */
function program(name: string, body: string): void {
  const file = join(folder, 'bin', name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(file, `#!/usr/bin/env bash\necho "${name} $*" >> "$CALLS"\n${body}\n`);
  chmodSync(file, 0o755);
}
program('gh', '[ "$2" != view ] || [ -n "${HAS_RELEASE:-}" ]');
program('npm', '[ "$1" != view ] || { [ -n "${PUBLISHED:-}" ] && echo "$PUBLISHED"; }');

const PACKED = 'the package';
const integrity = `sha512-${createHash('sha512').update(PACKED).digest('base64')}`;

function publish(version: string, environment: NodeJS.ProcessEnv = {}) {
  const release = mkdtempSync(join(folder, 'files-'));
  const tarball = `queue-headcount-${version}.tgz`;
  writeFileSync(join(release, tarball), PACKED);
  writeFileSync(join(release, 'release-notes.md'), 'Notes');
  const digest = createHash('sha256')
    .update(environment['DAMAGED'] ?? PACKED)
    .digest('hex');
  writeFileSync(join(release, 'SHA256SUMS'), `${digest}  ${tarball}\n`);
  const calls = join(release, '.calls');
  writeFileSync(calls, '');
  // A relative path, as in the workflow. The script must make it absolute, because npm takes `a/b.tgz` for a repository.
  const { status, stderr } = spawnSync('bash', [SCRIPT, `v${version}`, basename(release)], {
    cwd: dirname(release),
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      CALLS: calls,
      ...environment,
    },
  });
  const said = readFileSync(calls, 'utf8').replaceAll(`${release}/`, '').trim();
  return {
    status,
    stderr,
    calls: said === '' ? [] : said.split('\n').filter((line) => !/^\w+ (release )?view/.test(line)),
  };
}
const UPLOAD = (version: string) => expect.stringContaining(`gh release upload v${version} --clobber`);

it('publishes a candidate under next, and the release on GitHub last', () => {
  const { status, calls } = publish('1.0.0-rc.1');
  expect(calls).toEqual([
    'gh release create v1.0.0-rc.1 --verify-tag --draft --title v1.0.0-rc.1 --notes-file release-notes.md --prerelease --latest=false',
    UPLOAD('1.0.0-rc.1'),
    'npm publish queue-headcount-1.0.0-rc.1.tgz --provenance --access public --tag next',
    'gh release edit v1.0.0-rc.1 --draft=false --prerelease --latest=false',
  ]);
  expect(status).toBe(0);
});

it('publishes a final version under latest', () => {
  expect(publish('1.2.0').calls).toContain(
    'npm publish queue-headcount-1.2.0.tgz --provenance --access public --tag latest',
  );
});

it('a second run completes what the first one left, and publishes nothing twice', () => {
  const { status, calls } = publish('1.2.0', { HAS_RELEASE: '1', PUBLISHED: integrity });
  expect([status, calls]).toEqual([0, [UPLOAD('1.2.0'), 'gh release edit v1.2.0 --draft=false --latest']]);
});

it('never releases files that npm has otherwise, or that were damaged on the way', () => {
  const other = publish('1.2.0', { HAS_RELEASE: '1', PUBLISHED: 'sha512-other' });
  expect([other.status, other.stderr]).toEqual([
    1,
    'npm has other bytes as queue-headcount@1.2.0: release another version\n',
  ]);
  expect(other.calls).toEqual([]);
  expect(publish('1.2.0', { DAMAGED: '1' })).toMatchObject({ status: 1, calls: [] });
});
