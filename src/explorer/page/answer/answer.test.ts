import { describe, expect, it } from 'vitest';
import { exampleOf } from '../deployment/examples.fixture.ts';
import type { Status } from '../deployment/responses.ts';
import { Venue } from '../deployment/venue.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { answerOf, answerText } from './answer.ts';
import { dayOf, weekOf } from './week.fixture.ts';

const LUNCH = dayOf('2026-10-09', 11, [6, 14, 4, 1, 2, 7]);
const NOON = '2026-10-16T12:35:00';

type Changes = { readonly [Name in keyof Omit<Status, 'hours'>]?: Status[Name] | null } & {
  readonly hours?: { readonly [Name in keyof Status['hours']]?: Status['hours'][Name] | null };
};

/** The status at noon while open until 5pm, with changes. */
function statusWith({ hours, ...changes }: Changes = {}): Status {
  return {
    has_estimate: true,
    message: null,
    estimate_display: '12-33',
    estimate_value: 22.4,
    report_count: 7,
    last_updated: '2026-10-16T12:29:00-07:00',
    ...changes,
    hours: {
      is_open: true,
      closing_soon: false,
      minutes_until_close: 265,
      closes_at: '5:00pm',
      opens_at: null,
      ...hours,
    },
  } as Status;
}

const CLOSED = {
  is_open: false,
  closing_soon: false,
  minutes_until_close: 0,
  closes_at: '5:00pm',
  opens_at: '11:00am',
} as const;
const NOTHING = { has_estimate: false, estimate_display: '0-0', estimate_value: 0, report_count: 0 } as const;

function answerTo(status: Status, time: string, typical: TypicalWeek | null) {
  const venue = new Venue();
  const at = Date.parse(`${time}-07:00`);
  venue.noteStatus(status, 0, at);
  venue.typical = typical;
  return answerOf(venue, status, at);
}

function answerAt(time: string, changes: Changes = {}, typical: TypicalWeek | null = weekOf(LUNCH)) {
  return answerTo(statusWith(changes), time, typical);
}

describe.each([1, 2] as const)('the answer to the examples of form %d', (form) => {
  const noon = 'Usually about 14 people, for Friday noon.';
  it.each([
    [
      'open-and-busy',
      '2026-10-16T12:35:00',
      'About 16 people in line, probably between 9 and 23. About as usual, Friday noon: usually about 14. ' +
        'Usually shorter after 1pm, with about 4 people. Open until 2pm. Based on 5 reports, the newest 3 min ago.',
    ],
    [
      'closing-soon',
      '2026-10-16T13:48:00',
      'About 3 people in line, probably at most 8. About as usual, Friday 1pm: usually about 4. ' +
        'Closing soon in 12 min, at 2pm. Based on 5 reports, the newest 3 min ago.',
    ],
    ['closed', '2026-10-16T15:00:00', 'Closed. Opens on Monday at 11am. Last updated at 1:45pm.'],
    [
      'no-estimate',
      '2026-10-16T12:02:00',
      `No estimate. ${noon} Usually shorter after 1pm, with about 4 people. Open until 2pm. ` +
        'Last updated on Thu 15 Oct at 12:10pm. No recent reports.',
    ],
  ])('%s', (name, time, text) => {
    const status = exampleOf('/api/v1/status', name, form);
    expect(answerText(answerTo(status, time, weekOf(LUNCH)))).toBe(text);
  });
});

describe('an answer', () => {
  it('has five parts at noon', () => {
    expect(answerAt(NOON)).toEqual({
      count: 22,
      headline: { about: 'About', main: '22', unit: 'people in line' },
      range: 'probably between 12 and 33',
      caution: null,
      comparison: { headline: 'Probably busier than usual', detail: 'Friday noon: usually about 14' },
      goodTime: { headline: 'Usually shorter from 1pm to 4pm', detail: 'with about 2 people' },
      opening: { state: 'open', text: 'until 5pm' },
      evidence: { text: 'Based on 7 reports, the newest 6 min ago', isOld: false, isRough: false },
      message: null,
      scale: { low: 12, high: 33, value: 22.4, usual: 14 },
    });
  });

  it.each<readonly [string, string, Changes, string]>([
    [
      'while closed',
      '2026-10-16T04:10:00',
      {
        ...NOTHING,
        message: 'Closed now. Opens at 11:00am.',
        hours: CLOSED,
        last_updated: '2026-10-15T16:40:00-07:00',
      },
      'Closed. Opens at 11am. Usually longest at noon, today, with about 14 people. Usually shorter from 1pm to 4pm, today, with about 2 people. ' +
        'Last updated on Thu 15 Oct at 4:40pm.',
    ],
    [
      'closing soon, with a message that repeats it',
      '2026-10-16T16:40:00',
      {
        estimate_display: '1-1',
        estimate_value: 1,
        report_count: 1,
        last_updated: '2026-10-16T16:39:30-07:00',
        message: 'Closes in 20 min, at 5:00pm. Based on a single report. The grill is off.',
        hours: { closing_soon: true, minutes_until_close: 20 },
      },
      'About 1 person in line, probably 1, a rough guess. Quieter than usual, Friday 4pm: usually about 7. Now is probably a good time, hardly anybody is in line. ' +
        'Closing soon in 20 min, at 5pm. Based on a single report, just now. The grill is off.',
    ],
  ])('is text for screen readers %s', (_, time, changes, text) => {
    expect(answerText(answerAt(time, changes))).toBe(text);
  });

  it('says of an empty place that there is no line', () => {
    const answer = answerAt(NOON, { estimate_value: 0.3, estimate_display: '0-2' });
    expect(answer.headline).toEqual({ about: '', main: 'No line', unit: '' });
    expect(answerText(answer)).toMatch(/^No line, probably nobody, at most 2\. /);
  });

  it('says less until the typical week is loaded', () => {
    const { comparison, goodTime, range } = answerAt(NOON, {}, null);
    expect([comparison, goodTime, range]).toEqual([null, null, 'probably between 12 and 33']);
  });

  it.each([
    ['no reports', weekOf({})],
    ['four reports an hour', weekOf(LUNCH, 4)],
  ])('claims nothing from %s', (_, typical) => {
    const { comparison, goodTime, scale } = answerAt(NOON, {}, typical);
    expect([comparison, goodTime, scale?.usual]).toEqual([
      { headline: 'Too few earlier reports', detail: 'to say what is usual, now or later' },
      null,
      null,
    ]);
  });

  it.each<readonly [string, string, Changes, readonly [string | null, string | undefined]]>([
    [
      'a comparison that agrees',
      'Much busier than usual at this time.',
      {},
      ['Much busier than usual', 'Friday noon: usually about 14'],
    ],
    [
      'a comparison that disagrees',
      'Much quieter than usual at this time.',
      {},
      ['Much quieter than usual', undefined],
    ],
    ['nothing about it', 'Cash only.', {}, ['Probably busier than usual', 'Friday noon: usually about 14']],
  ])('does not contradict a message with %s', (_, message, changes, expected) => {
    const { comparison, message: rest } = answerAt(NOON, { message, ...changes });
    expect([comparison?.headline, comparison?.detail ?? undefined]).toEqual(expected);
    expect(rest).toBe(message === 'Cash only.' ? 'Cash only.' : null);
  });

  it.each([
    ['Closed now. Opens on Monday at 11:00am.', 'Opens on Monday at 11am', null],
    ['Closed now. No opening is scheduled.', 'No opening is scheduled', null],
    ['Closed now. Opens on 2026-12-04 at 11:00am.', 'Opens on Fri 4 Dec at 11am', null],
    [
      'Closed now. Opens on 2026-10-16 at 11:00am.',
      'Opens on Fri 16 Oct at 11am',
      'today, with about 2 people',
    ],
    ['Closed now. Opens on Friday at 11:00am.', 'Opens on Friday at 11am', 'today, with about 2 people'],
    ['Back soon.', 'Opens at 11am', 'today, with about 2 people'],
  ])('takes the next opening from the message while closed: %s', (message, text, detail) => {
    const { opening, goodTime } = answerAt('2026-10-16T04:10:00', { ...NOTHING, message, hours: CLOSED });
    expect([opening, goodTime?.detail ?? null]).toEqual([{ state: 'closed', text }, detail]);
  });

  it.each([
    [
      'Our opening hours are longer. Closed now. Opens at 8:00am.',
      'Our opening hours are longer.',
      'Opens at 8am',
    ],
    ['Not open in winter. No opening is scheduled.', 'Not open in winter.', 'No opening is scheduled'],
  ])('keeps the comment of the operator on the day: %s', (message, comment, text) => {
    const answer = answerAt('2026-12-19T07:00:00', {
      ...NOTHING,
      message,
      hours: { ...CLOSED, opens_at: '8:00am' },
    });
    expect([answer.message, answer.opening.text]).toEqual([comment, text]);
  });
});
