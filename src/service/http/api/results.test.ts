/** The content of responses, beyond their shape. */
import { describe, expect, it } from 'vitest';
import { csvRows } from '../../contract/contract-under-test.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from '../sample-data.fixture.ts';
import { at, issueKey, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const reports = sampleReports();
const service = shared(start, { reports });

interface Chart {
  readonly scatter: readonly { readonly t: string }[];
}
interface Counts {
  readonly by_hour: readonly { report_count: number }[];
  readonly by_weekday: readonly { report_count: number }[];
}
interface Highlight {
  readonly date: string;
  readonly photo: {
    readonly image_url: string;
    readonly thumbnail_url: string;
    readonly created_at: string;
    readonly like_count: number;
    readonly liked: boolean;
  };
}
interface Highlights {
  readonly highlights: readonly Highlight[];
}
interface Feed {
  readonly results: readonly { readonly id: number; readonly photo_url: string | null }[];
}

it("a chart without parameters is today's", async () => {
  const { clock, json } = service();
  expect(await json('chart')).toEqual(await json('chart?since=2026-10-16&until=2026-10-16'));
  clock.now = at('2026-10-17T00:00:00-07:00');
  expect(await json('chart')).toEqual(await json('chart?since=2026-10-17&until=2026-10-17'));
  clock.now = at(FRIDAY_LUNCH);
});

it.each([
  '',
  '?since=2026-10-01&until=2026-10-16',
  '?until=2026-08-15',
  '?since=2026-10-16',
  '?since=2026-10-15&until=2026-10-15',
])('responses for one range agree with one another: %j', async (range) => {
  const { json, text } = service();
  const rows = csvRows(await text(`export.csv${range}`));
  const { by_hour, by_weekday } = await json<Counts>(`patterns${range}`);
  const sum = (counts: readonly { report_count: number }[]) =>
    counts.reduce((total, { report_count }) => total + report_count, 0);
  expect(rows.length).toBeGreaterThan(0);
  expect([sum(by_hour), sum(by_weekday)]).toEqual([rows.length, rows.length]);
  const chart = await json<Chart>(`chart${range === '' ? '?since=2026-06-01' : range}`);
  expect(chart.scatter.map(({ t }) => t).toReversed()).toEqual(rows.map(({ timestamp }) => timestamp));
});

describe('highlights', () => {
  it('are one per day, newest first, each with an older photo that lasts through that day', async () => {
    const { json } = service();
    for (const days of [1, 7, 60]) {
      const { highlights } = await json<Highlights>(`highlights?days=${days}`);
      expect(highlights.map(({ date }) => date)).toEqual(
        Array.from({ length: days }, (_, back) =>
          new Temporal.PlainDate(2026, 10, 16).subtract({ days: back }).toString(),
        ),
      );
      for (const { date, photo } of highlights) expect(photo.created_at.slice(0, 10) < date).toBe(true);
    }
    expect(await json('highlights')).toEqual(await json('highlights?days=7'));
  });

  it("show likes of the key's owner, computed or from the cache", async () => {
    const { get, json, store } = service();
    const other = (await issueKey(store, 1000, 'cy@example.edu')).key;
    for (let round = 0; round < 2; round += 1) {
      const mine = (await json<Highlights>('highlights?days=60')).highlights;
      const response = await get('highlights?days=60', { Authorization: `Token ${other}` });
      const theirs = ((await response.json()) as Highlights).highlights;
      expect(mine.some(({ photo }) => photo.liked)).toBe(true);
      for (const { photo } of mine) expect(photo.liked).toBe(photo.like_count === 2);
      expect(theirs).toEqual(mine.map((item) => ({ ...item, photo: { ...item.photo, liked: false } })));
    }
  });
});

describe('photo addresses', () => {
  it('are on the photo host, with the file name escaped, or named by the report when the file is unknown', async () => {
    const settings = { photoHost: 'https://photos.example/queue' };
    const [one, two] = [
      await start({ form: 1, reports, settings }),
      await start({ form: 2, reports, settings }),
    ];
    const { results } = await one.json<Feed>('reports?limit=200');
    const { highlights } = await two.json<Highlights>('highlights?days=60');
    const known = results.filter(({ photo_url }) => photo_url !== null);
    expect(known.length).toBeGreaterThan(5);
    for (const { id, photo_url } of known) {
      const path = photo_url?.replace('https://photos.example/queue/', '');
      expect(path === `reports/${id}.jpg` || /^2026\/day%20\d+%20%C3%BC\.jpg$/.test(path ?? '')).toBe(true);
    }
    for (const { photo } of highlights)
      expect(photo.thumbnail_url).toBe(photo.image_url.replace('/queue/', '/queue/thumbnails/'));
  });

  it('are pictures of the service itself without a photo host, and need no key', async () => {
    const one = await start({ form: 1, reports });
    const { results } = await one.json<Feed>('reports?limit=200');
    const url = results.find(({ photo_url }) => photo_url !== null)?.photo_url as string;
    const [{ photo }] = (await service().json<Highlights>('highlights')).highlights as [Highlight];
    expect(url.startsWith(`${one.url}/photos/`)).toBe(true);
    expect(photo.image_url.startsWith(`${service().url}/photos/`)).toBe(true);
    for (const address of [url, photo.image_url, photo.thumbnail_url]) {
      const response = await fetch(address);
      const type = response.headers.get('content-type');
      expect([response.status, type]).toEqual([200, 'image/svg+xml; charset=utf-8']);
      expect(await response.text()).toMatch(/^<svg /);
    }
  });
});
