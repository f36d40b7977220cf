import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const files = (...patterns: readonly string[]) => globSync(patterns, { cwd: PROJECT });

/** Names that cannot be pinned, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'queue-headcount/queue-headcount': 'the release that has the file itself, whose commit is not known before',
  'ghcr.io/queue-headcount/queue-headcount':
    'the image of the release that has the file itself, whose digest is not known before',
  'node:24': 'copied into projects of others, which nothing would update',
  'cimg/node:lts': 'copied into projects of others, which nothing would update',
};
const isException = (name: string) => Object.keys(EXCEPTIONS).some((start) => name.startsWith(start));

const WORKFLOWS = files('.github/workflows/*.yml');

describe.each([...WORKFLOWS, 'action.yml', 'docs/ci.md', ...files('docs/examples/ci/*.yml')])(
  '%s',
  (file) => {
    it('names every action by its commit, with the version beside it, as Dependabot writes both', () => {
      const uses = [...read(file).matchAll(/\buses: (.+)$/gm)].map(([, action = '']) => action);
      for (const action of uses.filter((name) => !name.startsWith('./') && !isException(name)))
        expect(action).toMatch(/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    });

    it('installs no program but by a lock file', () => {
      expect(read(file)).not.toMatch(/npm (install|i) (--global|-g)\b/);
    });
  },
);

it('names every image by its digest, in the Dockerfile, in manifests, workflows and recipes', () => {
  const manifests = files(
    'compose.yaml',
    'deploy/**/*.yaml',
    '.github/workflows/*.yml',
    'docs/examples/ci/*.yml',
  );
  const images = [
    ...[...read('Dockerfile').matchAll(/^FROM (?:--\S+ )*(\S+)/gm)].map(([, image = '']) => image),
    ...manifests.flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:- )?image: *(?:\$\{\w+:-)?([^\s}]+)/gm)].map(([, image = '']) => image),
    ),
  ].filter((image) => image !== 'scratch' && !isException(image));
  expect(images.length).toBeGreaterThan(3);
  for (const image of images) expect(image).toMatch(/:[\w.-]+@sha256:[\da-f]{64}$/);
});

it('is updated by Dependabot: actions, images, and npm in every folder with a lock file', () => {
  const { updates }: { readonly updates: readonly Update[] } = parse(read('.github/dependabot.yml'));
  const folders = files('**/package-lock.json')
    .filter((file) => !/node_modules|^dist/.test(file))
    .map((file) => `/${file}`.replace(/\/?package-lock\.json$/, '') || '/');
  const of = (ecosystem: string) =>
    updates
      .filter((update) => update['package-ecosystem'] === ecosystem)
      .flatMap(({ directories }) => directories);
  expect(of('github-actions')).toEqual(['/']);
  expect(of('docker')).toEqual(['/']);
  expect(of('docker-compose')).toEqual(['/']);
  expect(of('npm').toSorted()).toEqual(folders.toSorted());
});

interface Update {
  readonly 'package-ecosystem': string;
  readonly directories: readonly string[];
}
