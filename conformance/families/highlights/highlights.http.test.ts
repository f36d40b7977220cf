import { expect, it } from 'vitest';
import { addDays } from '../../facts/calendar.ts';
import { change, edited, itFails } from '../../testing/edited-evidence.fixture.ts';
import { withOutcome } from '../../testing/run-gate.fixture.ts';
import { judgeEvidence } from '../../verdict/judge.ts';

itFails('highlights', [
  [
    'highlights.older',
    2,
    (body) =>
      change(body, (one: { highlights: { date: string; photo: object }[] }) => {
        for (const { date, photo } of one.highlights)
          Object.assign(photo, { created_at: `${date}T10:00:00-07:00` });
      }),
  ],
  [
    'highlights.unique',
    2,
    (body) =>
      change(body, (one: { highlights: unknown[] }) => one.highlights.splice(1, 0, one.highlights[0])),
  ],
  ['highlights.photo-host', 2, (body) => body.replace(/("thumbnail_url":"https:\/\/)[^/]*/, '$1cdn.test')],
]);

it('does not hold shorter look-backs against one that reaches beyond the maximum', async () => {
  const evidence = await edited(2, 'highlights', (body, { params }) =>
    params['days'] === '365'
      ? change(body, (one: { highlights: { date: string }[] }) => {
          const [newest] = one.highlights;
          if (newest === undefined) throw new Error('There is no highlight.');
          const ofDay = (_: unknown, at: number) => ({ ...newest, date: addDays(newest.date, -at) });
          one.highlights = Array.from({ length: 100 }, ofDay);
        })
      : body,
  );
  const failed = withOutcome(judgeEvidence(evidence), 'fail');
  expect(failed).toContain('highlights.maximum-days');
  expect(failed).not.toContain('highlights.days');
});
