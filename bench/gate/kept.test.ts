import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFiles } from '../../src/service/store/sqlite/temporary-folder.fixture.ts';
import { Kept } from './kept.ts';

const temporaryFile = temporaryFiles();

const measured = {
  id: 'default',
  form: 1,
  failed: [],
  exit: 0,
  notes: [],
  requests: 60,
  seconds: 1,
} as const;

it('continues after a line that was cut off', () => {
  const file = temporaryFile('results.jsonl');
  new Kept(file).add('ours', 'default', measured);
  appendFileSync(file, '{"gate":"ours","note":"né');
  new Kept(file).add('ours', 'other', measured);
  const kept = new Kept(file);
  expect(kept.find('ours', 'default', { id: 'default', form: 1 })).toEqual(measured);
  expect(kept.find('ours', 'other', { id: 'default', form: 1 })).toEqual(measured);
});

it('keeps results by gate, base, form and subject, and ignores a line that was cut off', () => {
  const file = temporaryFile('results.jsonl');
  new Kept(file).add('ours', 'default', measured);
  appendFileSync(file, '{"gate":"ours","ba');
  const kept = new Kept(file);
  expect(kept.find('ours', 'default', { id: 'default', form: 1 })).toEqual(measured);
  expect(kept.find('ours', 'default', { id: 'default', form: 2 })).toBeUndefined();
  expect(kept.find('dredd', 'default', { id: 'default', form: 1 })).toBeUndefined();
  expect(kept.find('ours', 'other', { id: 'default', form: 1 })).toBeUndefined();
});
