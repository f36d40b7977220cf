import { expect, it } from 'vitest';
import { isShown, runnableBlocks } from './runnable-blocks.ts';

it('finds the runnable blocks of a document, with their lines, and no others', () => {
  const markdown = [
    '# Title',
    '```sh',
    'one',
    'two',
    '```',
    '```text',
    'three',
    '```',
    '```sh',
    'four',
    '```',
    'prints',
    '```text output',
    'what it prints',
    '```',
    '```python run',
    'five',
    '```',
    '```python',
    'six',
    '```',
    '```js run loop',
    'seven',
    '```',
  ].join('\n');
  expect(runnableBlocks('a.md', markdown)).toEqual([
    { document: 'a.md', line: 2, language: 'sh', isLoop: false, text: 'one\ntwo', output: null },
    { document: 'a.md', line: 9, language: 'sh', isLoop: false, text: 'four', output: 'what it prints' },
    { document: 'a.md', line: 16, language: 'python', isLoop: false, text: 'five', output: null },
    { document: 'a.md', line: 22, language: 'js', isLoop: true, text: 'seven', output: null },
  ]);
});

it('throws for a fence that is not closed, with its line', () => {
  expect(() => runnableBlocks('a.md', 'text\n```sh\none')).toThrow('a.md:2');
});

it.each([
  ['3 checks', '3 checks\n', true],
  ['3 checks in …', '3 checks in 4.1 s\n', true],
  ['…: passed', 'first\n2 of 3: passed', true],
  ['a\n…\nz', '\u001b[32ma\u001b[39m  \nb\nz', true],
  ['3 checks', '4 checks', false],
  ['a.c', 'abc', false],
  ['a …', 'b a 1', false],
])('finds that a guide which shows %j shows %j: %s', (shown, printed, expected) => {
  expect(isShown(shown, printed)).toBe(expected);
});
