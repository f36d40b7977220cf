import { expect, it } from 'vitest';
import { runnableBlocks } from './runnable-blocks.ts';

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
    '```python run',
    'five',
    '```',
    '```python',
    'six',
    '```',
  ].join('\n');
  expect(runnableBlocks('a.md', markdown)).toEqual([
    { document: 'a.md', line: 2, language: 'sh', text: 'one\ntwo' },
    { document: 'a.md', line: 9, language: 'sh', text: 'four' },
    { document: 'a.md', line: 12, language: 'python', text: 'five' },
  ]);
});

it('throws for a fence that is not closed, with its line', () => {
  expect(() => runnableBlocks('a.md', 'text\n```sh\none')).toThrow('a.md:2');
});
