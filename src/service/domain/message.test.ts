import { describe, expect, it } from 'vitest';
import { at, newVenueModel, timetableOf } from './domain.fixture.ts';
import type { Estimate } from './estimate.ts';
import { LocalTime } from './local-time.ts';
import { MESSAGES, messageFor } from './message.ts';
import { MINUTE } from './micros.ts';
import type { Hours } from './opening-hours.ts';
import { currentStatus } from './status.ts';

const TIME = new LocalTime('America/Los_Angeles');
const NOW = at('2026-11-20T21:40-08:00');
const OPEN: Hours = {
  isOpen: true,
  closingSoon: false,
  minutesUntilClose: 80,
  closesAt: '11:00pm',
  opensAt: null,
};
const CLOSING: Hours = {
  isOpen: true,
  closingSoon: true,
  minutesUntilClose: 20,
  closesAt: '10:00pm',
  opensAt: null,
};

const SEASONAL = { value: 9, low: 4, high: 14, reports: 40 };

function from(count: number, minutesOld: number): Estimate {
  return { value: 8, low: 6, high: 10, count, newest: NOW - minutesOld * MINUTE, seasonal: SEASONAL };
}

const busy = (value: number, low: number, high: number, seasonal = SEASONAL): Estimate => ({
  ...from(5, 0),
  value,
  low,
  high,
  seasonal,
});
const BUSIER = 'Much busier than usual at this time.';
const QUIETER = 'Much quieter than usual at this time.';

describe('messageFor, while open', () => {
  it.each<[string, Hours, Estimate | null, string | null]>([
    ['several fresh reports', OPEN, from(3, 44), null],
    ['no reports', OPEN, null, 'No recent reports.'],
    ['one report', OPEN, from(1, 0), 'Based on a single report.'],
    ['two reports', OPEN, from(2, 44), 'Based on only two reports.'],
    ['old reports', OPEN, from(5, 45), 'The newest report is 45 minutes old.'],
    ['one old report', OPEN, from(1, 119.9), 'The newest report is 119 minutes old.'],
    ['a queue far above the seasonal prior', OPEN, busy(22, 17, 27), BUSIER],
    [
      'a long queue known from old reports',
      OPEN,
      { ...busy(22, 17, 27), newest: NOW - 110 * MINUTE },
      'The newest report is 110 minutes old.',
    ],
    ['an interval above the median of the prior', OPEN, busy(16, 10, 20), BUSIER],
    ['an interval that includes the median of the prior', OPEN, busy(16, 9, 24), null],
    [
      'a queue just above a narrow prior',
      OPEN,
      busy(5, 4, 6, { ...SEASONAL, value: 1, low: 0, high: 2 }),
      null,
    ],
    ['a queue far below the prior', OPEN, busy(2, 1, 4), QUIETER],
    ['a low value with a wide interval', OPEN, busy(2, 1, 10), null],
    ['an empty queue that is within the prior', OPEN, busy(0, 0, 0, { ...SEASONAL, value: 3, low: 0 }), null],
    [
      'a long queue and a prior from few reports',
      OPEN,
      busy(22, 17, 27, { ...SEASONAL, reports: 5.9 }),
      null,
    ],
    [
      'a busy queue known from one report',
      OPEN,
      { ...busy(22, 17, 27), count: 1 },
      `Based on a single report. ${BUSIER}`,
    ],
    ['closing soon', CLOSING, from(3, 0), 'Closes in 20 min, at 10:00pm.'],
    ['closing soon without reports', CLOSING, null, 'Closes in 20 min, at 10:00pm. No recent reports.'],
  ])('with %s', (_, hours, estimate, message) => {
    expect(messageFor({ now: NOW, hours, opensNext: null, estimate, time: TIME })).toBe(message);
  });
});

describe('messageFor, while closed', () => {
  const closed: Hours = {
    isOpen: false,
    closingSoon: false,
    minutesUntilClose: 0,
    closesAt: '',
    opensAt: '',
  };
  it.each([
    ['later today', '2026-11-20T23:00-08:00', 'Closed now. Opens at 11:00pm.'],
    ['tomorrow', '2026-11-21T07:00-08:00', 'Closed now. Opens on Saturday at 7:00am.'],
    ['in six days', '2026-11-26T07:00-08:00', 'Closed now. Opens on Thursday at 7:00am.'],
    ['in a week', '2026-11-27T07:00-08:00', 'Closed now. Opens on 2026-11-27 at 7:00am.'],
    ['never', null, 'Closed now. No opening is scheduled.'],
  ])('opening %s', (_, opens, message) => {
    const opensNext = opens === null ? null : at(opens);
    expect(messageFor({ now: NOW, hours: closed, opensNext, estimate: null, time: TIME })).toBe(message);
  });
});

describe('messageFor, on a day with a comment', () => {
  const timetable = timetableOf(
    ['08:00-16:00'],
    {},
    {
      '2026-12-19/2027-01-10': { openings: [], comment: 'Closed for the holidays' },
      '2026-12-17': { openings: ['10:00-02:00'], comment: 'Open late' },
      '2027-01-12': { openings: ['10:00-12:00'], comment: 'Short day' },
    },
  );
  it.each([
    [
      'while closed for weeks',
      '2026-12-19T00:00-08:00',
      'Closed for the holidays. Opens on 2027-01-11 at 8:00am.',
    ],
    [
      'at the end of these weeks',
      '2027-01-10T23:59-08:00',
      'Closed for the holidays. Opens on Monday at 8:00am.',
    ],
    ['on the evening before', '2026-12-18T17:00-08:00', 'Closed now. Opens on 2027-01-11 at 8:00am.'],
    ['before it opens', '2027-01-12T09:00-08:00', 'Short day. Closed now. Opens at 10:00am.'],
    ['while open', '2027-01-12T11:00-08:00', 'Short day. No recent reports.'],
    [
      'shortly before it closes',
      '2027-01-12T11:40-08:00',
      'Short day. Closes in 20 min, at 12:00pm. No recent reports.',
    ],
    ['after it has closed', '2027-01-12T12:00-08:00', 'Short day. Closed now. Opens on Wednesday at 8:00am.'],
    ['after midnight, still open', '2026-12-18T01:00-08:00', 'Open late. No recent reports.'],
    ['after midnight, closed', '2026-12-18T02:00-08:00', 'Closed now. Opens at 8:00am.'],
  ])('%s', (_, clock, message) => {
    const status = currentStatus({
      now: at(clock),
      observations: [],
      lastReport: null,
      timetable,
      time: TIME,
      model: newVenueModel(TIME),
    });
    expect(status.message).toBe(message);
  });
});

describe('MESSAGES', () => {
  it('are sentences with known placeholders', () => {
    for (const text of Object.values(MESSAGES)) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      for (const [placeholder] of text.matchAll(/\{.*?\}/g)) {
        expect(['{opens_at}', '{closes_at}', '{day}', '{minutes}']).toContain(placeholder);
      }
    }
  });
});
