import { authorization, type BrokenClient, type Given, get, photos } from './in-process.fixture.ts';

const STATUS = '/api/v1/status';
const REPORTS = '/api/v1/reports';
/** The address of the deployment, whatever a link says. */
const own = (given: Given, next: string) => {
  const { pathname, search } = new URL(next);
  return new URL(pathname + search, given.url).href;
};
const cursorOf = (next: string) => new URL(next).searchParams.get('cursor') ?? '';

/** Clients whose requests are wrong. */
export const WRONG_REQUESTS: readonly BrokenClient[] = [
  {
    breaks: 'key.header',
    about: 'sends the key as Bearer, as generators do',
    act: ({ url, key }) => fetch(url + STATUS, { headers: { Authorization: `Bearer ${key}` } }),
  },
  {
    breaks: 'key.not-in-url',
    about: 'adds the key to the URL, so that the link works in a browser',
    act: (given) => get(given, `${STATUS}?token=${given.key}`),
  },
  {
    breaks: 'key.not-for-photos',
    about: 'loads photos with the function that adds the key',
    act: async (given) => {
      for (const photo of await photos(given)) await fetch(photo, { headers: authorization(given) });
    },
  },
  {
    breaks: 'key.not-for-other-origins',
    about: 'follows any next with the key',
    act: async (given) => {
      let page = await get(given, `${REPORTS}?limit=200`);
      while (page?.next) page = await get(given, page.next);
    },
  },
  {
    breaks: 'key.not-for-other-origins',
    about: 'follows redirects with all of its headers',
    act: async (given) => {
      const headers = authorization(given);
      const response = await fetch(given.url + STATUS, { headers, redirect: 'manual' });
      const location = response.headers.get('Location');
      if (location !== null) await fetch(location, { headers });
    },
  },
  {
    breaks: 'requests.method',
    about: 'sends POST, as a search would be',
    act: (given) => fetch(given.url + REPORTS, { method: 'POST', headers: authorization(given) }),
  },
  {
    breaks: 'requests.path',
    about: 'requests each report by its id',
    act: async (given) => {
      const page = await get(given, REPORTS);
      for (const { id } of page?.results ?? []) await get(given, `${REPORTS}/${id}`);
    },
  },
  {
    breaks: 'parameters.known',
    about: 'counts pages, as with another API',
    act: (given) => get(given, `${REPORTS}?page=2`),
  },
  {
    breaks: 'parameters.dates',
    about: 'ends a month on its 30th day, in February too',
    act: (given) => get(given, '/api/v1/patterns?since=2026-02-01&until=2026-02-30'),
  },
  {
    breaks: 'parameters.range',
    about: 'swaps since and until',
    act: (given) => get(given, '/api/v1/export.csv?since=2026-11-20&until=2026-11-13'),
  },
  {
    breaks: 'parameters.limit',
    about: 'asks for 500 reports',
    act: (given) => get(given, `${REPORTS}?limit=500`),
  },
  {
    breaks: 'parameters.days',
    about: 'asks for the highlights of a year',
    act: (given) => get(given, '/api/v1/highlights?days=365'),
  },
  {
    breaks: 'paging.opaque-cursor',
    about: 'builds a cursor from the last id',
    act: async (given) => {
      const page = await get(given, REPORTS);
      const last = page?.results.at(-1);
      if (last !== undefined) await get(given, `${REPORTS}?cursor=${btoa(`id:${last.id}`)}`);
    },
  },
  {
    breaks: 'paging.next-as-given',
    about: 'takes the cursor of next, and drops the limit',
    act: async (given) => {
      const page = await get(given, `${REPORTS}?limit=200`);
      if (page?.next) await get(given, `${REPORTS}?cursor=${encodeURIComponent(cursorOf(page.next))}`);
    },
  },
  {
    breaks: 'paging.stops-at-null',
    about: 'sends null for a cursor',
    act: async (given) => {
      let cursor = '';
      while (cursor !== 'null') {
        const page = await get(given, `${REPORTS}?limit=200${cursor && `&cursor=${cursor}`}`);
        if (page === null) return;
        cursor = encodeURIComponent(page.next === null ? 'null' : cursorOf(page.next));
        if (cursor === 'null') await get(given, `${REPORTS}?limit=200&cursor=null`);
      }
    },
  },
  {
    breaks: 'paging.no-page-twice',
    about: 'loads the next page in advance, and again when it is shown',
    act: async (given) => {
      let page = await get(given, `${REPORTS}?limit=200`);
      while (page?.next) {
        await get(given, own(given, page.next));
        page = await get(given, own(given, page.next));
      }
    },
  },
];
