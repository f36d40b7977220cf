import { describe, expect, it } from 'vitest';
import { frozenFrom, readFrozen, silentChanges } from './freeze.ts';
import { requirementRecords } from './requirements.ts';
import { laterThan, revisions } from './revisions.ts';

const record = {
  id: 'a.one',
  level: 'must',
  endpoints: 'all',
  since: '2026-11',
} as const;
const second = { ...record, id: 'a.two', form: 2 } as const;
const known = [
  { id: '2026-11', date: '2026-11-22', changes: 'First.' },
  { id: '2027-03', date: '2027-03-01', changes: 'Second.', withdrawn: ['a.two'] },
];
const frozen = frozenFrom([record, second], '2026-11');
const changes = (...records: Parameters<typeof frozenFrom>[0]) =>
  silentChanges('2026-11', frozen, records, known.slice(0, 1));

describe('a frozen revision', () => {
  it('matches the requirements it was made from, even after a later revision adds some', () => {
    expect(changes(record, second)).toEqual([]);
    expect(changes(record, second, { ...record, id: 'a.three', since: '2027-03' })).toEqual([]);
  });

  it('notices a requirement that was added, removed or moved to a later revision', () => {
    expect(changes(record, second, { ...record, id: 'a.three' })).toEqual([
      'a.three is not in the frozen list of 2026-11: it belongs to a later revision',
    ]);
    expect(changes(record)).toEqual(['a.two is gone: a later revision must name it under `withdrawn`']);
    expect(silentChanges('2026-11', frozen, [record], known)).toEqual([]);
    expect(changes({ ...record, since: '2027-03' }, second)).toEqual([
      'a.one has been in force since 2026-11, not 2027-03',
    ]);
  });

  it.each([
    ['level', { level: 'should' }],
    ['form', { form: 1 }],
    ['contract level', { contract: true }],
    ['endpoints', { endpoints: ['chart'] }],
  ] as const)('notices another %s, unless a later revision explains it', (_title, change) => {
    const changed = { ...record, ...change };
    expect(changes(changed, second)).toEqual([expect.stringMatching(/^a\.one differs from 2026-11/)]);
    expect(changes({ ...changed, changed: [{ since: '2027-03', note: 'Why.' }] }, second)).toEqual([]);
  });

  it('notices that its list was edited', () => {
    const edited = { ...frozen, requirements: { 'a.one': record } };
    expect(silentChanges('2026-11', edited, [record], known)).toContain(
      'the frozen list of 2026-11 was edited',
    );
  });
});

describe('the revisions of the requirements', () => {
  it('are in order, and all but the last one are frozen', () => {
    const ids = revisions.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids.slice(0, -1).filter((id) => readFrozen(id) === undefined)).toEqual([]);
  });

  it.each(revisions)('$id has not changed since it was frozen', ({ id }) => {
    const list = readFrozen(id);
    if (list !== undefined) expect(silentChanges(id, list, requirementRecords)).toEqual([]);
  });

  it('do not score what came or became stricter later', () => {
    expect(laterThan({ since: '2026-11' }, '2026-11')).toBeUndefined();
    expect(laterThan({ since: '2027-03' }, '2026-11')).toBe('2027-03');
    const stricter = { since: '2026-11', changed: [{ since: '2027-03', note: 'Both ends.' }] };
    expect(laterThan(stricter, '2026-11')).toBe('2027-03');
    expect(laterThan(stricter, '2027-03')).toBeUndefined();
  });
});
