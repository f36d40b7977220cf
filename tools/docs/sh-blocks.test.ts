import { expect, it } from 'vitest';
import { shBlocks } from './sh-blocks.ts';

it('finds the sh blocks of a document with their lines, and no others', () => {
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
  ].join('\n');
  expect(shBlocks('a.md', markdown)).toEqual([
    { document: 'a.md', line: 2, text: 'one\ntwo' },
    { document: 'a.md', line: 9, text: 'four' },
  ]);
});

it('refuses a fence that is not closed, by its place', () => {
  expect(() => shBlocks('a.md', 'text\n```sh\none')).toThrow('a.md:2');
});
