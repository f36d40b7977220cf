import { expect, it } from 'vitest';
import { complete } from './complete.ts';
import { program } from './program.ts';

const wordsAfter = (...typed: readonly string[]) => complete(program(), typed).words.map(([word]) => word);

it.each<readonly [typed: readonly string[], words: readonly string[]]>([
  [['ser'], ['serve']],
  [
    ['keys', 're'],
    ['replace', 'rename', 'revoke'],
  ],
  [['help', 'keys', 'qu'], ['quota']],
  [
    ['serve', '--metrics'],
    ['--metrics-port', '--metrics-host'],
  ],
  [
    ['serve', '--form', ''],
    ['1', '2'],
  ],
  [
    ['conformance', '--form', ''],
    ['1', '2', 'auto'],
  ],
  [['conformance', '--form=a'], ['--form=auto']],
  [['conformance', 'judge', '--form', 'a'], ['auto']],
  [['conformance', '--url', 'compare', 'j'], ['judge']],
  [
    ['conformance', ''],
    ['judge', 'compare'],
  ],
  [
    ['mock', '--scenario', 'clos'],
    ['closing-soon', 'closed'],
  ],
  [['serve', '--log-level', 'w'], ['warn']],
  [['serve', '--time-zone', 'Europe/Lon'], ['Europe/London']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['completion', 'bash', ''], []],
  [['completion', '--'], ['--help']],
  [['serve', '--contact', ''], []],
  [['dance', ''], []],
  [['dance', '--x', '--y=', 'serve', '='], []],
])('completes %j to %j', (typed, words) => {
  expect(wordsAfter(...typed)).toEqual(words);
});

it('lists all commands with the first sentences of their descriptions', () => {
  const { words } = complete(program(), ['']);
  expect(words.map(([word]) => word)).toEqual([...program().commands.map((one) => one.name()), 'help']);
  expect(words).toContainEqual(['keys', 'Issue, list, replace and revoke API keys, and set their quotas.']);
});

it('completes a value that Bash splits from its option, without the option', () => {
  expect(wordsAfter('mock', '--scenario', '=')).toContain('rush');
  expect(wordsAfter('mock', '--scenario', '=', 'q')).toEqual(['quota-exceeded']);
  expect(wordsAfter('serve', '--database', 'sqlite', ':', 'x', '--fo')).toEqual(['--form']);
});

it.each<readonly [typed: readonly string[], paths: string]>([
  [['import', ''], 'files'],
  [['import', 'x.csv', ''], 'none'],
  [['serve', '--hours', ''], 'files'],
  [['serve', '--hours=x'], 'files'],
  [['conformance', 'compare', 'before', ''], 'files'],
  [['conformance', '--out', ''], 'folders'],
  [['stubs', '--out', ''], 'folders'],
  [['serve', '--contact', ''], 'none'],
  [['serve', ''], 'none'],
])('completes %j with paths: %s', (typed, paths) => {
  expect(complete(program(), typed).paths).toBe(paths);
});
