/** The content of responses, beyond their shape. */
import { describe, expect, it } from 'vitest';
import { csvRows } from '../contract/contract-under-test.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from './sample-data.fixture.ts';
import { at, issueKey, type Running, services, shared } from './service-under-test.fixture.ts';

const start = services();
const sample = shared(start, { reports: sampleReports() });

/** The service with the sample data, at a time. */
function serviceAt(now: string = FRIDAY_LUNCH): Running {
  const service = sample();
  service.clock.now = at(now);
  return service;
}

interface Point {
  readonly t: string;
  readonly value: number | null;
}
interface Chart {
  readonly scatter: readonly Point[];
  readonly line: readonly Point[];
  readonly open_window: {
    start: string;
    end: string;
    closed: readonly { start: string; end: string }[];
  } | null;
}
interface Counts {
  readonly by_hour: readonly { report_count: number }[];
  readonly by_weekday: readonly { report_count: number }[];
}
interface Highlights {
  readonly highlights: readonly {
    date: string;
    photo: {
      id: number;
      image_url: string;
      thumbnail_url: string;
      caption: string;
      created_at: string;
      like_count: number;
      liked: boolean;
    };
  }[];
}

describe('status', () => {
  it.each([
    [
      FRIDAY_LUNCH,
      true,
      { is_open: true, closing_soon: false, minutes_until_close: 85, closes_at: '2:00pm', opens_at: null },
    ],
    [
      '2026-10-16T13:30:00-07:00',
      true,
      { is_open: true, closing_soon: true, minutes_until_close: 30, closes_at: '2:00pm', opens_at: null },
    ],
    [
      '2026-10-17T00:40:00-07:00',
      false,
      { is_open: true, closing_soon: false, minutes_until_close: 80, closes_at: '2:00am', opens_at: null },
    ],
    [
      '2026-10-17T02:00:00-07:00',
      false,
      {
        is_open: false,
        closing_soon: false,
        minutes_until_close: 0,
        closes_at: '2:00pm',
        opens_at: '11:00am',
      },
    ],
    [
      '2026-10-18T12:00:00-07:00',
      false,
      {
        is_open: false,
        closing_soon: false,
        minutes_until_close: 0,
        closes_at: '2:00pm',
        opens_at: '11:00am',
      },
    ],
  ])("at %s has the venue's opening hours", async (now, has_estimate, hours) => {
    const service = serviceAt(now);
    expect(await service.json('status')).toMatchObject({ has_estimate, hours });
  });

  it('was last updated with the newest report, in an empty store at the start of the minute', async () => {
    const service = serviceAt();
    expect(await service.json('status')).toMatchObject({ last_updated: '2026-10-16T12:32:17-07:00' });
    const empty = await start({});
    expect(await empty.json('status')).toMatchObject({ last_updated: '2026-10-16T12:35:00-07:00' });
  });
});

describe('chart', () => {
  it.each([
    ['2026-10-16', 96],
    ['2026-03-08', 92],
    ['2026-11-01', 100],
  ])('of the single day %s has %i quarter-hours and an open window', async (day, points) => {
    const service = serviceAt('2026-11-20T12:00:00-08:00');
    const { line, open_window } = await service.json<Chart>(`chart?since=${day}&until=${day}`);
    expect(line.length).toBe(points);
    expect(open_window).not.toBeNull();
    const times = line.map(({ t }) => at(t));
    for (const [index, time] of times.entries())
      expect(time).toBe((times[0] as number) + index * 900_000_000);
  });

  it("without parameters is today's", async () => {
    const service = serviceAt();
    expect(await service.json('chart')).toEqual(
      await service.json('chart?since=2026-10-16&until=2026-10-16'),
    );
    service.clock.now = at('2026-10-17T00:00:00-07:00');
    expect(await service.json('chart')).toEqual(
      await service.json('chart?since=2026-10-17&until=2026-10-17'),
    );
  });

  it('has the evening past midnight in the open window, and the closed parts of the day', async () => {
    const service = serviceAt();
    const { open_window } = await service.json<Chart>('chart');
    expect(open_window).toEqual({
      start: '2026-10-16T11:00:00-07:00',
      end: '2026-10-17T02:00:00-07:00',
      closed: [{ start: '2026-10-16T14:00:00-07:00', end: '2026-10-16T18:00:00-07:00' }],
    });
  });

  it.each([
    ['2026-10-15', '2026-10-16', 2],
    ['2026-07-01', '2026-09-30', 92],
    ['2026-07-01', '2026-10-01', 14],
  ])('from %s to %s has %i daily or weekly points and no open window', async (since, until, points) => {
    const service = serviceAt();
    const { line, open_window } = await service.json<Chart>(`chart?since=${since}&until=${until}`);
    expect(line.length).toBe(points);
    expect(open_window).toBeNull();
  });
});

describe('responses for one range', () => {
  it.each([
    '',
    '?since=2026-10-01&until=2026-10-16',
    '?until=2026-08-15',
    '?since=2026-10-16',
    '?since=2026-10-15&until=2026-10-15',
  ])('agree with one another: %j', async (range) => {
    const service = serviceAt();
    const rows = csvRows(await service.text(`export.csv${range}`));
    const { by_hour, by_weekday } = await service.json<Counts>(`patterns${range}`);
    const sum = (counts: readonly { report_count: number }[]) =>
      counts.reduce((total, { report_count }) => total + report_count, 0);
    expect(rows.length).toBeGreaterThan(0);
    expect([sum(by_hour), sum(by_weekday)]).toEqual([rows.length, rows.length]);
    const chart = await service.json<Chart>(`chart${range === '' ? '?since=2026-06-01' : range}`);
    expect(chart.scatter.map(({ t }) => t).toReversed()).toEqual(rows.map(({ timestamp }) => timestamp));
  });
});

describe('highlights', () => {
  it('are one per day, newest first, each with an older photo that lasts through that day', async () => {
    const service = serviceAt();
    for (const days of [1, 7, 60]) {
      const { highlights } = await service.json<Highlights>(`highlights?days=${days}`);
      expect(highlights.map(({ date }) => date)).toEqual(
        Array.from({ length: days }, (_, back) =>
          new Temporal.PlainDate(2026, 10, 16).subtract({ days: back }).toString(),
        ),
      );
      for (const { date, photo } of highlights) expect(photo.created_at.slice(0, 10) < date).toBe(true);
    }
    expect(await service.json('highlights')).toEqual(await service.json('highlights?days=7'));
  });

  it('leave out days without an older photo', async () => {
    const service = serviceAt('2026-06-03T12:00:00-07:00');
    const { highlights } = await service.json<Highlights>('highlights?days=60');
    expect(highlights.map(({ date }) => date)).toEqual(['2026-06-03', '2026-06-02']);
  });

  it('do not change during the day', async () => {
    const service = serviceAt('2026-10-16T00:00:00-07:00');
    const atMidnight = await service.json('highlights?days=60');
    service.clock.now = at('2026-10-16T23:59:59-07:00');
    expect(await service.json('highlights?days=60')).toEqual(atMidnight);
  });

  it("show likes of the key's owner", async () => {
    const service = serviceAt();
    const other = (await issueKey(service.store, 1000, 'cy@example.edu')).key;
    const mine = (await service.json<Highlights>('highlights?days=60')).highlights;
    const response = await service.get('highlights?days=60', { Authorization: `Token ${other}` });
    const theirs = ((await response.json()) as Highlights).highlights;
    expect(mine.some(({ photo }) => photo.liked)).toBe(true);
    for (const { photo } of mine) expect(photo.liked).toBe(photo.like_count === 2);
    expect(theirs).toEqual(mine.map((item) => ({ ...item, photo: { ...item.photo, liked: false } })));
  });

  it('do not exist in Form 1', async () => {
    const service = await start({ form: 1 });
    expect((await service.get('highlights')).status).toBe(404);
    expect((await service.get('highlights?days=3')).status).toBe(404);
  });
});

describe('photo addresses', () => {
  const addressesOf = async (settings: { photoHost: string | null }) => {
    const options = { reports: sampleReports(), settings };
    const [one, two] = [await start({ form: 1, ...options }), await start({ form: 2, ...options })];
    const { results } = await one.json<{ results: { id: number; photo_url: string | null }[] }>(
      'reports?limit=200',
    );
    const { highlights } = await two.json<Highlights>('highlights?days=60');
    return { results, highlights, urls: [one.url, two.url] };
  };

  it('are on the photo host, with the file name escaped, or named by the report when the file is unknown', async () => {
    const { results, highlights } = await addressesOf({ photoHost: 'https://photos.example/queue' });
    const known = results.filter(({ photo_url }) => photo_url !== null);
    expect(known.length).toBeGreaterThan(5);
    for (const { id, photo_url } of known) {
      const path = photo_url?.replace('https://photos.example/queue/', '');
      expect(path === `reports/${id}.jpg` || /^2026\/day%20\d+%20%C3%BC\.jpg$/.test(path ?? '')).toBe(true);
    }
    for (const { photo } of highlights) {
      expect(photo.thumbnail_url).toBe(photo.image_url.replace('/queue/', '/queue/thumbnails/'));
    }
  });

  it('are pictures of the service itself without a photo host, and need no key', async () => {
    const { results, highlights, urls } = await addressesOf({ photoHost: null });
    const url = results.find(({ photo_url }) => photo_url !== null)?.photo_url as string;
    const photo = highlights[0]?.photo as { image_url: string; thumbnail_url: string };
    expect(url.startsWith(`${urls[0]}/photos/`)).toBe(true);
    expect(photo.image_url.startsWith(`${urls[1]}/photos/`)).toBe(true);
    for (const address of [url, photo.image_url, photo.thumbnail_url]) {
      const response = await fetch(address);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
      ]);
      expect(await response.text()).toMatch(/^<svg /);
    }
  });
});
