import { expect, it } from 'vitest';
import { shBlocks } from './sh-blocks.ts';

it('finds the blocks of a document that are run, with their lines, and no others', () => {
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
    '```python run',
    'five',
    '```',
    '```python',
    'six',
    '```',
  ].join('\n');
  expect(shBlocks('a.md', markdown)).toEqual([
    { document: 'a.md', line: 2, language: 'sh', text: 'one\ntwo' },
    { document: 'a.md', line: 9, language: 'sh', text: 'four' },
    { document: 'a.md', line: 12, language: 'python', text: 'five' },
  ]);
});

it('refuses a fence that is not closed, by its place', () => {
  expect(() => shBlocks('a.md', 'text\n```sh\none')).toThrow('a.md:2');
});
