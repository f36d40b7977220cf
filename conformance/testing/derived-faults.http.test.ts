import { describe, expect, it } from 'vitest';
import { SEED } from '../../tools/testing/seed.fixture.ts';
import { fieldsOf } from '../contract/fields.ts';
import { allEndpoints } from '../contract/operations.ts';
import { seededRandom } from '../reference/reports.ts';
import { SMALL, serviceOf, subjectsOf } from '../reference/subjects.ts';
import { deriveFaults } from './derived-faults.ts';
import { judge, withOutcome } from './run-gate.fixture.ts';

const faults = deriveFaults();
const ids = new Set(faults.map(({ id }) => id));

describe('the derived faults', () => {
  it.each([1, 2] as const)('change every member of the responses of form %i', (form) => {
    const members = allEndpoints().flatMap((endpoint) =>
      fieldsOf(form, endpoint).map(({ pointer }) => endpoint + pointer.replaceAll('/', '.')),
    );
    const changed = faults.filter(({ forms }) => forms.includes(form)).map(({ id }) => id);
    expect(members.length).toBeGreaterThan(40);
    expect(members.filter((member) => !changed.some((id) => id.startsWith(`derived/${member}-`)))).toEqual(
      [],
    );
  });

  it.each([
    'status.report_count-missing',
    'status.estimate_value-null',
    'status.estimate_display-number',
    'status.hours.closes_at-upper-case',
    'patterns.by_hour.*.hour-negative',
    'patterns.by_hour-short',
    'reports.results.*.created_at-without-offset-once',
    'export.csv.bucket-word',
    'highlights.highlights.*.date-swapped',
  ])('include %s', (id) => {
    expect(ids).toContain(`derived/${id}`);
  });

  it.each([
    ['a message may be null', 'status.message-null'],
    ['a label in upper case is a label', 'patterns.by_weekday.*.label-upper-case'],
    ['the order of numbers is free', 'patterns.by_weekday.*.value-one-more'],
    ['a feed may have fewer reports', 'reports.results-short'],
  ])('leave out what the schemas accept: %s', (_reason, id) => {
    expect(ids).not.toContain(`derived/${id}`);
  });
});

describe(`a sample of the derived faults, repeated with TEST_SEED=${SEED}`, () => {
  const random = seededRandom(SEED);
  const sample = subjectsOf(faults, [])
    .map((subject) => ({ subject, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, 24);

  it.each(sample.map(({ subject }) => subject))('$id is found in form $form', async (subject) => {
    const result = await judge(serviceOf(subject, SMALL));
    const failed = withOutcome(result, 'fail');
    expect(subject.fault?.requirements.filter((id) => failed.includes(id))).not.toEqual([]);
    expect(result.exitCode).toBe(1);
  });
});
