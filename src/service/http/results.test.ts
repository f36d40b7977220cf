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

describe('chart', () => {
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
