import { describe, expect, it } from 'vitest';
import { rowsOf } from '../chart/day.fixture.ts';
import { exampleOf } from '../deployment/examples.fixture.ts';
import type { Status } from '../deployment/responses.ts';
import { Venue } from '../deployment/venue.ts';
import type { TypicalWeek } from '../week/typical-week.ts';
import { answerOf, answerText } from './answer.ts';
import { dayOf, weekOf } from './week.fixture.ts';

const LUNCH = dayOf('2026-10-09', 11, [6, 14, 4, 1, 2, 7]);
const NOON = '16T12:35:00';

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

/** A status that is closed, and opens at a time. */
function closedWith(message: string, opens_at: string): Changes {
  const hours = {
    is_open: false,
    closing_soon: false,
    minutes_until_close: 0,
    closes_at: '5:00pm',
    opens_at,
  };
  return { has_estimate: false, estimate_display: '0-0', estimate_value: 0, report_count: 0, message, hours };
}

function answerTo(status: Status, time: string, typical: TypicalWeek | null) {
  const venue = new Venue();
  const at = Date.parse(`2026-10-${time}-07:00`);
  venue.noteStatus(status, 0, at);
  venue.typical = typical;
  return answerOf(venue, status, at);
}

function answerAt(time: string, changes: Changes = {}, typical: TypicalWeek | null = weekOf(LUNCH)) {
  return answerTo(statusWith(changes), time, typical);
}

it.each(
  rowsOf(`
    open-and-busy | 16T12:35:00 | About 16 people in line, probably between 9 and 23. About as usual, Friday noon: usually about 14. Usually shorter after 1pm, with about 4 people. Open until 2pm. Based on 5 reports, the newest 3 min ago.
    closing-soon  | 16T13:48:00 | About 3 people in line, probably at most 8. About as usual, Friday 1pm: usually about 4. Closing soon in 12 min, at 2pm. Based on 5 reports, the newest 3 min ago.
    closed        | 16T15:00:00 | Closed. Opens on Monday at 11am. Last updated at 1:45pm.
    no-estimate   | 16T12:02:00 | No estimate. Usually about 14 people, for Friday noon. Usually shorter after 1pm, with about 4 people. Open until 2pm. Last updated on Thu 15 Oct at 12:10pm. No recent reports.`),
)('the answer to the example %s of either form is text for screen readers', (name = '', time = '', text) => {
  for (const form of [1, 2] as const)
    expect(answerText(answerTo(exampleOf('/api/v1/status', name, form), time, weekOf(LUNCH)))).toBe(text);
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

  it('says what is usual after the next opening, and repeats nothing of a message', () => {
    const closed = closedWith('Closed now. Opens at 11:00am.', '11:00am');
    expect(
      answerText(answerAt('16T04:10:00', { ...closed, last_updated: '2026-10-15T16:40:00-07:00' })),
    ).toBe(
      'Closed. Opens at 11am. Usually longest at noon, today, with about 14 people. Usually shorter from 1pm to 4pm, today, with about 2 people. Last updated on Thu 15 Oct at 4:40pm.',
    );
    const soon = answerAt('16T16:40:00', {
      estimate_display: '1-1',
      estimate_value: 1,
      report_count: 1,
      last_updated: '2026-10-16T16:39:30-07:00',
      message: 'Closes in 20 min, at 5:00pm. Based on a single report. The grill is off.',
      hours: { closing_soon: true, minutes_until_close: 20 },
    });
    expect(answerText(soon)).toBe(
      'About 1 person in line, probably 1, a rough guess. Quieter than usual, Friday 4pm: usually about 7. Now is probably a good time, hardly anybody is in line. Closing soon in 20 min, at 5pm. Based on a single report, just now. The grill is off.',
    );
  });

  it('says of an empty place that there is no line', () => {
    const answer = answerAt(NOON, { estimate_value: 0.3, estimate_display: '0-2' });
    expect(answerText(answer)).toMatch(/^No line, probably nobody, at most 2\. /);
  });

  it('says less until the typical week is loaded, and claims nothing from few reports', () => {
    const { comparison, goodTime, range } = answerAt(NOON, {}, null);
    expect([comparison, goodTime, range]).toEqual([null, null, 'probably between 12 and 33']);
    const few = answerAt(NOON, {}, weekOf(LUNCH, 4));
    expect([few.comparison, few.goodTime, few.scale?.usual]).toEqual([
      { headline: 'Too few earlier reports', detail: 'to say what is usual, now or later' },
      null,
      null,
    ]);
  });

  it.each(
    rowsOf(`
      Much busier than usual at this time.  | Much busier than usual     | Friday noon: usually about 14 |
      Much quieter than usual at this time. | Much quieter than usual    |                               |
      Cash only.                            | Probably busier than usual | Friday noon: usually about 14 | Cash only.`),
  )('does not contradict the message “%s”', (message = '', headline, detail, rest) => {
    const answer = answerAt(NOON, { message });
    expect(answer.comparison?.headline).toBe(headline);
    expect([answer.comparison?.detail ?? '', answer.message ?? '']).toEqual([detail, rest]);
  });

  // The message, the next opening, what the answer keeps of the message, and when it is shorter after the opening.
  it.each(
    rowsOf(`
      Closed now. Opens on Monday at 11:00am.     | Opens on Monday at 11am     |                            |
      Closed now. No opening is scheduled.        | No opening is scheduled     |                            |
      Closed now. Opens on 2026-12-04 at 11:00am. | Opens on Fri 4 Dec at 11am  |                            |
      Closed now. Opens on 2026-10-16 at 11:00am. | Opens on Fri 16 Oct at 11am |                            | today, with about 2 people
      Closed now. Opens on Friday at 11:00am.     | Opens on Friday at 11am     |                            | today, with about 2 people
      Back soon.                                  | Opens at 11am               | Back soon.                 | today, with about 2 people
      We open longer. Closed now. Opens at 11:00am. | Opens at 11am             | We open longer.            | today, with about 2 people
      Not open now. No opening is scheduled.      | No opening is scheduled     | Not open now.              |`),
  )('takes the next opening from the message while closed: %s', (message = '', text, rest, detail) => {
    const answer = answerAt('16T04:10:00', closedWith(message, '11:00am'));
    expect(answer.opening).toEqual({ state: 'closed', text });
    expect([answer.message ?? '', answer.goodTime?.detail ?? '']).toEqual([rest, detail]);
  });
});
