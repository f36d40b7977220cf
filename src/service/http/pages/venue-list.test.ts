import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BaseUrl } from '../server/base-url.ts';
import { venueList } from './venue-list.ts';

const VENUES = 100;

describe('the list of many venues', () => {
  let server: Server | undefined;
  afterEach(() => {
    vi.useRealTimers();
    server?.close();
  });

  /** Serves a list, and counts how often the line of any venue is computed. */
  async function served() {
    const counts = { lines: 0 };
    const venues = Array.from({ length: VENUES }, (_, n) => ({
      id: `v${n}`,
      name: `Venue ${n}`,
      url: null,
      line: async () => {
        counts.lines += 1;
        return `Line ${counts.lines}.`;
      },
    }));
    const baseUrl = new BaseUrl(null);
    const listener = venueList({
      logger: pino({ level: 'silent' }),
      observer: null,
      isServing: () => true,
      baseUrl,
      trustedProxies: [],
      accountPage: (_request, response) => void response.end(),
      checkDatabases: async () => undefined,
      venues: () => venues,
    });
    server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    baseUrl.listening('127.0.0.1', port);
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'text/html' } });
      return [response.status, (await response.text()).match(/Line \d+\./g)?.length];
    };
    return { counts, get, url: `http://127.0.0.1:${port}` };
  }

  it('has links that work where it says that an address belongs to no venue', async () => {
    const { url } = await served();
    const page = await fetch(`${url}/nothing/here`, { headers: { Accept: 'text/html' } });
    const links = (await page.text()).match(/(?<=href=")[^"]+/g);
    expect([links?.[0], links?.at(-1)]).toEqual([`${url}/v0/`, `${url}/account`]);
  });

  it('is computed once a second for all requests of its pages together', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { counts, get } = await served();
    const paths = ['/', '/venues', '/nothing-here'];
    const all = () => Promise.all(Array.from({ length: 30 }, (_, n) => get(paths[n % 3] as string)));
    const pages = Array.from({ length: 30 }, (_, n) => [n % 3 === 2 ? 404 : 200, VENUES]);
    expect(await all()).toEqual(pages);
    expect(await all()).toEqual(pages);
    expect(counts.lines).toBe(VENUES);
    vi.advanceTimersByTime(1000);
    expect(await all()).toEqual(pages);
    expect(counts.lines).toBe(2 * VENUES);
  });
});
