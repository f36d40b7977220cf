import { describe, expect, it } from 'vitest';
import { csvRows } from '../../contract/contract-under-test.fixture.ts';
import { SECOND } from '../../domain/micros.ts';
import { encodeCursor } from '../../operations/cursor.ts';
import type { NewReport } from '../../store/store.ts';
import { newReport } from '../../store/suite/new-report.fixture.ts';
import { FRIDAY_LUNCH } from '../sample-data.fixture.ts';
import { at, type Running, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const NOW = at(FRIDAY_LUNCH);

interface Page {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: number; readonly bucket: string; readonly created_at: string }[];
}

/** Reports in groups that share a time to the microsecond, of 1 to 9 reports each; the newest is at the current time. */
function tiedReports(count: number): readonly NewReport[] {
  let time = NOW;
  let left = 1;
  let size = 1;
  return Array.from({ length: count }, (_, index) => {
    if (left === 0) {
      time -= index % 2 === 0 ? SECOND : 1;
      size = (size % 9) + 1;
      left = size;
    }
    left -= 1;
    return newReport({ createdAt: time, bucket: index % 3 === 0 ? '0' : '30+' });
  });
}

async function walk(
  service: Running,
  first: string,
  direction: 'next' | 'previous',
  between: (page: number) => Promise<unknown> = async () => null,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let url: string | null = first; url !== null; ) {
    const page: Page = await service.json(targetOf(url));
    pages.push(page);
    await between(pages.length);
    url = page[direction];
  }
  return pages;
}

/** What follows `/api/v1/` in a link. */
const targetOf = (link: string | null) => link?.split('/api/v1/').at(-1) as string;

const idsOf = (pages: readonly Page[]) => pages.flatMap(({ results }) => results.map(({ id }) => id));

describe.each([1, 2] as const)('the feed of Form %i', (form) => {
  it.each([1, 7, 120, 200])('in pages of %i equals the export, in both directions', async (limit) => {
    const service = await start({ form, reports: tiedReports(limit < 3 ? 30 : 120) });
    const rows = csvRows(await service.text('export.csv'));
    const down = await walk(service, `reports?limit=${limit}`, 'next');
    const items = down.flatMap(({ results }) => results);
    expect(items.map(({ created_at, bucket }) => [created_at, bucket])).toEqual(
      rows.map(({ timestamp, bucket }) => [timestamp, bucket]),
    );
    expect(new Set(idsOf(down)).size).toBe(rows.length);
    expect(down[0]?.previous).toBeNull();
    for (const { results } of down.slice(0, -1)) expect(results.length).toBe(limit);

    const bottom = down.at(-1) as Page;
    if (bottom.previous === null) return;
    const up = await walk(service, bottom.previous, 'previous');
    expect([...idsOf(up.toReversed()), ...idsOf([bottom])]).toEqual(idsOf(down));
    for (const { results } of up.slice(0, -1)) expect(results.length).toBe(limit);
    expect(up.at(-1)?.previous).toBeNull();
  });
});

describe('the feed', () => {
  const service = shared(start, { reports: tiedReports(30) });

  it('skips and repeats nothing when reports arrive between pages, even at the time of a page break', async () => {
    const service = await start({ reports: tiedReports(90) });
    const before = idsOf(await walk(service, 'reports?limit=200', 'next'));
    const pages = await walk(service, 'reports?limit=7', 'next', async (page) => {
      service.clock.now += SECOND;
      await service.store.addReports([
        [
          newReport({ createdAt: service.clock.now }),
          newReport({ createdAt: NOW }),
          newReport({ createdAt: NOW - 40 * SECOND }),
        ],
      ]);
      expect(page).toBeLessThan(100);
    });
    const seen = idsOf(pages);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
    // The way back also has the reports that arrived above the walk, and nothing else.
    const up = await walk(service, pages.at(-1)?.previous as string, 'previous');
    const all = idsOf(await walk(service, 'reports?limit=200', 'next'));
    expect([...idsOf(up.toReversed()), ...idsOf(pages.slice(-1))]).toEqual(all);
  });

  it('is one empty page when the store is empty', async () => {
    const service = await start();
    expect(await service.json('reports')).toEqual({ next: null, previous: null, results: [] });
    expect(await service.json('reports?cursor=')).toEqual({ next: null, previous: null, results: [] });
  });

  it('keeps the page size in its links, and starts again with a full page', async () => {
    const { url, json } = service();
    const first = await json<Page>('reports');
    expect(first.next).toMatch(new RegExp(`^${url}/api/v1/reports\\?limit=8&cursor=[A-Za-z0-9_-]+$`));
    const second = await json<Page>(targetOf(first.next));
    expect([second.next, second.previous]).toEqual(Array(2).fill(expect.stringContaining('limit=8&')));
    expect(await json<Page>(targetOf(second.previous))).toEqual({ ...first, previous: null });
  });

  it.each([
    ['far above everything', 'older', { createdAt: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }, 8],
    ['far below everything', 'older', { createdAt: Number.MIN_SAFE_INTEGER, id: 0 }, 0],
    ['far above everything', 'newer', { createdAt: Number.MAX_SAFE_INTEGER, id: 1 }, 0],
    ['far below everything', 'newer', { createdAt: Number.MIN_SAFE_INTEGER, id: 1 }, 8],
    ['within a tie', 'older', { createdAt: NOW, id: 0 }, 8],
  ] as const)('treats a forged cursor as another position: %s, %s', async (_, direction, position, count) => {
    const page = await service().json<Page>(`reports?cursor=${encodeCursor({ direction, position })}`);
    expect(page.results.length).toBe(count);
  });
});
