import { writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { openStore } from '../../service/store/open-store.ts';
import { programHere } from './program-here.fixture.ts';

const program = programHere();
const check = (...args: readonly string[]) =>
  program.run(['check', '--database', `sqlite:${program.path('a.sqlite')}`, ...args]);

function fileWith(name: string, text: string): string {
  writeFileSync(program.path(name), text);
  return program.path(name);
}

beforeAll(async () => {
  const address = { engine: 'sqlite', file: program.path('a.sqlite') } as const;
  await (await openStore(address, { create: true })).close();
});

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

it.each([
  ['00:00-24:00', /The venue is open, and does not close\./],
  ['07:00-07:30', /The (next opening is .*7:00am|venue is open until 7:30am)\./],
  ['', /The hours have no further opening\./],
])('check says how it reads the hours "%s" of each day', async (opening, sentence) => {
  const weekly = Object.fromEntries(DAYS.map((day) => [day, opening === '' ? [] : [opening]]));
  const { code, stderr } = await check('--hours', fileWith('hours.json', JSON.stringify({ weekly })));
  expect([code, stderr]).toEqual([0, expect.stringMatching(sentence)]);
});

it('check refuses a file of venues with a mistake', async () => {
  const one = 'a: {database: "sqlite:x"}\n';
  expect((await check('--venues', fileWith('right.yaml', one))).code).toBe(0);
  const twice = await check('--venues', fileWith('twice.yaml', `${one}${one.replace('a', 'b')}`));
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('it is the database of a')]);
  const unknown = await check('--venues', fileWith('unknown.yaml', 'a: {nmae: x}\n'));
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('a.nmae is unknown')]);
});
