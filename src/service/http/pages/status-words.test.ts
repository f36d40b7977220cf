import { describe, expect, it, vi } from 'vitest';
import { CONTRACTS, type ContractUnderTest } from '../../contract/contract-under-test.fixture.ts';
import { LocalTime } from '../../domain/local-time.ts';
import { MINUTE, SECOND } from '../../domain/micros.ts';
import { parseTimetable } from '../../domain/timetable.ts';
import type { PublicStatus } from '../api/api.ts';
import { FRIDAY_LUNCH, TIMETABLE } from '../sample-data.fixture.ts';
import { at } from '../service-under-test.fixture.ts';
import { badgeOf, openingTexts, openingTextsAt, statusSentences } from './status-words.ts';

const NOW = at('2026-10-16T12:35:00-07:00');
const NONE = { opens: null, closes: null, day: { openings: [], comment: null } };
const MONDAY = { ...NONE, opens: 'Mon 11:00am' };
const LOS_ANGELES = new LocalTime('America/Los_Angeles');

describe('the words for a status', () => {
  const [contract] = CONTRACTS as [ContractUnderTest];
  const example = (name: string) => contract.example('getStatus', name) as PublicStatus;

  it.each([
    [
      'open-and-busy',
      'about 16 people',
      'open',
      'About 16 people in line, probably between 9 and 23. Open until 2:00pm.',
    ],
    [
      'closing-soon',
      'about 3 people, closes 2:00pm',
      'open',
      'About 3 people in line, probably at most 8. Open until 2:00pm.',
    ],
    ['no-estimate', 'no estimate', 'neutral', 'No estimate right now. Open until 2:00pm.'],
    ['closed', 'closed, opens Mon 11:00am', 'neutral', 'Closed. Opens Mon 11:00am.'],
  ])('%s: %s', (name, text, tone, sentences) => {
    expect(badgeOf(example(name), MONDAY, NOW)).toEqual({ text, tone });
    expect(statusSentences(example(name), MONDAY)).toBe(sentences);
  });

  it.each([
    [
      'closed all day',
      [],
      'Closed for the holidays.',
      'Closed for the holidays, opens Mon 11:00am',
      'Closed for the holidays. Opens Mon 11:00am.',
    ],
    [
      'closed all day for a reason that is long',
      [],
      `Closed because ${'of everything '.repeat(10)}.`,
      'Closed because of everything of everyth…, opens Mon 11:00am',
      expect.stringMatching(/^Closed because of .* Opens Mon 11:00am\.$/),
    ],
    [
      'closed after lunch',
      [{ opens: 0, closes: 1 }],
      'Lunch only!',
      'closed, opens Mon 11:00am',
      'Lunch only! Closed. Opens Mon 11:00am.',
    ],
  ])('say the comment of the day: %s', (_, openings, comment, text, sentences) => {
    const texts = { ...MONDAY, day: { openings, comment } };
    expect(badgeOf(example('closed'), texts, NOW).text).toBe(text);
    expect(statusSentences(example('closed'), texts)).toEqual(sentences);
    expect(statusSentences(example('no-estimate'), texts)).toBe(
      `${comment} No estimate right now. Open until 2:00pm.`,
    );
  });

  it('names no opening where none is scheduled', () => {
    expect(badgeOf(example('closed'), NONE, NOW).text).toBe('closed');
    expect(statusSentences(example('closed'), NONE)).toBe('Closed.');
  });

  it.each([
    [0, '0-0', 'no line', 'No line, probably nobody.'],
    [0.4, '0-1', 'no line', 'No line, probably nobody, at most 1.'],
    [0.6, '0-3', 'about 1 person', 'About 1 person in line, probably at most 3.'],
    [999.4, '980-1010', 'about 999 people', 'About 999 people in line, probably between 980 and 1010.'],
    [1234, '1000-1500', 'about 1,234 people', 'About 1,234 people in line, probably between 1000 and 1500.'],
  ])('%d in line, %s: %s', (estimate_value, estimate_display, text, sentence) => {
    const status = { ...example('open-and-busy'), estimate_value, estimate_display } as PublicStatus;
    expect(badgeOf(status, NONE, NOW).text).toBe(text);
    expect(statusSentences(status, NONE)).toBe(`${sentence} Open until 2:00pm.`);
  });

  it.each([
    { reports: 3, minutes: 44, display: '11-23', text: 'about 16 people', tone: 'open' },
    { reports: 3, minutes: 45, display: '2-32', text: 'maybe 16 people', tone: 'neutral' },
    { reports: 2, minutes: 1, display: '2-32', text: 'maybe 16 people', tone: 'neutral' },
    { reports: 2, minutes: 1, display: '16-16', text: 'maybe 16 people', tone: 'neutral' },
    { reports: 2, minutes: 1, display: null, text: 'maybe 16 people', tone: 'neutral' },
  ])('$reports reports, the newest $minutes min old: $text', ({ reports, minutes, display, text, tone }) => {
    const last_updated = Temporal.Instant.fromEpochMilliseconds(NOW / 1000)
      .subtract({ minutes })
      .toZonedDateTimeISO('America/Los_Angeles')
      .toString({ timeZoneName: 'never' });
    const values = { report_count: reports, last_updated, estimate_display: display };
    const status = { ...example('open-and-busy'), ...values } as PublicStatus;
    expect(badgeOf(status, NONE, NOW)).toEqual({ text, tone });
    const soon = { ...status, hours: { ...status.hours, closing_soon: true } };
    expect(badgeOf(soon, NONE, NOW).text).toBe(`${text}, closes 2:00pm`);
  });

  it('says of an empty place that it is a rough guess', () => {
    const status = { ...example('open-and-busy'), estimate_value: 0.2, report_count: 1 } as PublicStatus;
    expect(badgeOf(status, NONE, NOW)).toEqual({ text: 'maybe no line', tone: 'neutral' });
  });

  it('does not show the values that come without an estimate', () => {
    for (const values of [
      { estimate_value: null, estimate_display: null },
      { estimate_value: 7, estimate_display: '5-9' },
    ]) {
      const status = { ...example('no-estimate'), ...values } as PublicStatus;
      expect(badgeOf(status, NONE, NOW).text).toBe('no estimate');
      expect(statusSentences(status, NONE)).toBe('No estimate right now. Open until 2:00pm.');
    }
  });
});

describe('the time of the next opening', () => {
  it.each([
    { now: '2026-10-16T15:00:00-07:00', opens: '6:00pm', why: 'later today' },
    { now: '2026-10-17T03:00:00-07:00', opens: '11:00am', why: 'after a night' },
    { now: '2026-10-18T12:00:00-07:00', opens: '11:00am', why: 'tomorrow, less than a day away' },
    { now: '2026-10-17T14:00:00-07:00', opens: 'Mon 11:00am', why: 'the day after tomorrow' },
    { now: '2026-10-13T14:00:00-07:00', opens: 'Thu 11:00am', why: 'after an exception' },
  ])('at $now is $opens: $why', ({ now, opens }) => {
    expect(openingTextsAt(TIMETABLE, LOS_ANGELES, at(now)).opens).toBe(opens);
  });

  it('has a date a week ahead, and none where nothing is scheduled', () => {
    const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const later = parseTimetable({ weekly: none, exceptions: { '2026-10-26': ['11:00-14:00'] } });
    expect(openingTextsAt(later, LOS_ANGELES, at(FRIDAY_LUNCH)).opens).toBe('Oct 26');
    expect(openingTextsAt(parseTimetable({ weekly: none }), LOS_ANGELES, at(FRIDAY_LUNCH))).toEqual(NONE);
  });

  it.each([
    ['2026-10-12T09:00:00-07:00', 'Open until Fri 10:00pm.'],
    ['2026-10-15T21:59:00-07:00', 'Open until Fri 10:00pm.'],
    ['2026-10-15T22:01:00-07:00', 'Open until 10:00pm.'],
  ])('is that of a closing more than a day away, at %s: %s', (now, sentence) => {
    const all = { mon: ['08:00-24:00'], tue: ['00:00-24:00'], wed: ['00:00-24:00'], thu: ['00:00-24:00'] };
    const days = parseTimetable({ weekly: { ...all, fri: ['00:00-22:00'], sat: [], sun: [] } });
    const hours = { is_open: true, closing_soon: false, closes_at: '10:00pm', opens_at: null };
    const status = { has_estimate: false, estimate_value: 0, hours } as unknown as PublicStatus;
    const texts = openingTextsAt(days, LOS_ANGELES, at(now));
    expect(statusSentences(status, texts)).toBe(`No estimate right now. ${sentence}`);
  });

  it('is found once for each minute and timetable', () => {
    const opens = openingTexts(LOS_ANGELES);
    const noon = at('2026-10-16T12:00:00-07:00');
    const lookups = vi.spyOn(LOS_ANGELES, 'date');
    const counted = (timetable: typeof TIMETABLE, now: number) => {
      lookups.mockClear();
      expect(opens(timetable, now)).toEqual(opens(timetable, now));
      return lookups.mock.calls.length > 0;
    };
    const later = [noon, noon + 59 * SECOND, noon + MINUTE].map((now) => counted(TIMETABLE, now));
    expect([...later, counted({ ...TIMETABLE }, noon + MINUTE)]).toEqual([true, false, true, true]);
    lookups.mockRestore();
  });
});
