import { authorization, type BrokenClient, type Given, get, photos } from './in-process.fixture.ts';
import { WRONG_REQUESTS } from './wrong-requests.fixture.ts';

const STATUS = '/api/v1/status';
const REPORTS = '/api/v1/reports';
/** The deployments whose charts a client has read. */
const filled = new Set<string>();

/** Requests the status until it gets no error, as often as `delays` says, in milliseconds. `retries` chooses what is tried again. */
async function persist(given: Given, delays: readonly number[], retries: (response: Response) => boolean) {
  for (const delay of [...delays, null]) {
    const response = await fetch(given.url + STATUS, { headers: authorization(given) });
    await response.text();
    if (delay === null || !retries(response)) return;
    await given.sleep(delay);
  }
}

/** Clients with one mistake: for each rule one at least. */
export const BROKEN_CLIENTS: readonly BrokenClient[] = [
  ...WRONG_REQUESTS,
  {
    breaks: 'pace.interval',
    about: 'polls three times a second, with ETags',
    act: async (given) => {
      let tag = '';
      for (let round = 0; round < 3; round += 1) {
        const response = await fetch(given.url + STATUS, {
          headers: { ...authorization(given), ...(tag === '' ? {} : { 'If-None-Match': tag }) },
        });
        await response.text();
        if (![200, 304].includes(response.status)) return;
        tag = response.headers.get('ETag') ?? '';
        await given.sleep(330);
      }
    },
  },
  {
    breaks: 'pace.if-none-match',
    about: 'polls without ETags',
    act: async (given) => {
      if ((await get(given, STATUS)) === null) return;
      await given.sleep(500);
      await get(given, STATUS);
    },
  },
  {
    breaks: 'pace.quota',
    about: 'reads the charts of three years when it runs first, each day by itself',
    act: async (given) => {
      if (filled.has(given.url)) return;
      filled.add(given.url);
      const [today, together] = [Temporal.PlainDate.from('2026-11-20'), 91];
      for (let ago = 0; ago <= 1000; ago += together) {
        const days = Array.from({ length: together }, (_, more) => today.subtract({ days: ago + more }));
        await Promise.all(days.map((day) => get(given, `/api/v1/chart?since=${day}&until=${day}`)));
      }
    },
  },
  {
    breaks: 'pace.retry-after-503',
    about: 'tries again after a time of its own',
    act: (given) => persist(given, [200, 600], ({ status }) => status === 503),
  },
  {
    breaks: 'pace.retry-after-429',
    about: 'tries again within the same day',
    act: (given) => persist(given, [500], ({ status }) => status === 429),
  },
  {
    breaks: 'pace.back-off',
    about: 'returns once a second if nothing says how long to wait',
    act: (given) =>
      persist(
        given,
        [1000, 1000, 1000, 1000],
        ({ status, headers }) => status === 503 && !headers.has('Retry-After'),
      ),
  },
  {
    breaks: 'pace.back-off',
    about: 'tries again at once after a lost connection',
    act: async (given) => {
      for (let tries = 0; tries < 10; tries += 1) {
        try {
          return await get(given, STATUS);
        } catch {
          await given.sleep(10);
        }
      }
    },
  },
  {
    breaks: 'pace.unauthorized',
    about: 'tries again with the key that was refused',
    act: (given) => persist(given, [100, 300, 900], ({ status }) => status === 401),
  },
  {
    breaks: 'survives.ordinary',
    about: 'takes the displayed range for a number',
    act: async (given) => {
      const status = await get(given, STATUS);
      if (status?.has_estimate) BigInt(status.estimate_display);
    },
  },
  {
    breaks: 'survives.closed',
    about: 'expects null while the venue is closed, and divides by 0 minutes',
    act: async (given) => {
      const { minutes_until_close: minutes = null } = (await get(given, STATUS))?.hours ?? {};
      return minutes === null ? 'closed' : '█'.repeat(1 + 60 / minutes);
    },
  },
  {
    breaks: 'survives.empty',
    about: 'expects that there is a first report',
    act: async (given) => {
      const page = await get(given, REPORTS);
      return page === null ? 'no data' : page.results[0].created_at;
    },
  },
  {
    breaks: 'survives.no-estimate',
    about: 'expects an estimate of an open venue that has reports',
    act: async (given) => {
      const [page, status] = [await get(given, `${REPORTS}?limit=1`), await get(given, STATUS)];
      if (!status?.hours.is_open || page.results.length === 0) return 'nothing to show';
      return '█'.repeat(1 + 40 / status.estimate_display.split('-')[1]);
    },
  },
  {
    breaks: 'survives.nulls',
    about: 'expects a closing time while the venue is closed',
    act: async (given) => (await get(given, STATUS))?.hours.closes_at.toUpperCase(),
  },
  {
    breaks: 'survives.extra-fields',
    about: 'rejects fields that its schema does not have',
    act: async (given) => {
      const known = ['is_open', 'closing_soon', 'minutes_until_close', 'closes_at', 'opens_at'];
      const unknown = Object.keys((await get(given, STATUS))?.hours ?? {}).find(
        (name) => !known.includes(name),
      );
      if (unknown !== undefined) throw new Error(`unrecognized key: ${unknown}`);
    },
  },
  {
    breaks: 'survives.labels',
    about: 'takes each label for a number',
    act: async (given) => {
      for (const { bucket } of (await get(given, REPORTS))?.results ?? [])
        if (given.form === 2) BigInt(bucket);
    },
  },
  {
    breaks: 'survives.clock-change',
    about: 'cuts the offset from times, and expects that they increase',
    act: async (given) => {
      const times =
        (await get(given, '/api/v1/chart'))?.line.map(({ t }: { t: string }) => t.slice(0, 16)) ?? [];
      if (times.some((time: string, at: number) => time <= times[at - 1]))
        throw new Error('times must increase');
    },
  },
  {
    breaks: 'survives.no-photos',
    about: 'expects that each photo is there',
    act: async (given) => {
      for (const photo of await photos(given))
        if (!(await fetch(photo)).ok) throw new Error(`cannot load ${photo}`);
    },
  },
];
