import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manifestWith, mentionedIn, withVersion } from './mentions.ts';

const PROJECT = new URL('../../', import.meta.url);

it('finds versions of the package, the action, files and images', () => {
  const text = `npx queue-headcount@1.0.0-rc.1 mock
uses: queue-headcount/queue-headcount@v1.0.0-rc.2
queue-headcount-1.0.0-rc.3.tgz, queue-headcount-1.2.3.cdx.json
image: ghcr.io/queue-headcount/queue-headcount:1.0.0
headcount-1.1.0-linux-x64`;
  expect(mentionedIn(text)).toEqual(['1.0.0-rc.1', '1.0.0-rc.2', '1.0.0-rc.3', '1.2.3', '1.0.0', '1.1.0']);
});

it('replaces the current version only, as a whole', () => {
  const text = 'queue-headcount@1.0.0 queue-headcount@1.0.0-rc.1 queue-headcount-1.0.0.tgz express@1.0.0';
  expect(withVersion(text, '1.0.0', '1.1.0')).toBe(
    'queue-headcount@1.1.0 queue-headcount@1.0.0-rc.1 queue-headcount-1.1.0.tgz express@1.0.0',
  );
});

it('changes the version of package.json and of the lock file, and nothing else in them', () => {
  for (const file of ['package.json', 'package-lock.json']) {
    const text = readFileSync(new URL(file, PROJECT), 'utf8');
    const before = JSON.parse(text).version as string;
    const changed = manifestWith(text, '9.9.9');
    expect(changed.match(/"9\.9\.9"/g)).toHaveLength(file === 'package.json' ? 1 : 2);
    expect(manifestWith(changed, before)).toBe(text);
  }
});
