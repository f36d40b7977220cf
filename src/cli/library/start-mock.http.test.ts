import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { type MockOptions, OptionError, startMock } from './index.ts';

const authorized = { headers: { Authorization: 'Token any' } };

describe('startMock', () => {
  it('serves Form 2 on a free port until it is closed, and prints nothing', async () => {
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const mock = await startMock();
    const writes = printed.mock.calls.length;
    printed.mockRestore();
    expect(writes).toBe(0);
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${mock.url}/api/v1/highlights`, authorized)).status).toBe(200);
    await mock.close();
    await mock.close();
    await expect(fetch(mock.url)).rejects.toThrow();
  });

  it('is closed at the end of a block, and may run several times at once', async () => {
    let urls: readonly string[] = [];
    {
      await using one = await startMock({ form: 1 });
      await using other = await startMock({
        scenario: 'closed',
        delayMs: 1,
        host: 'localhost',
        port: 0,
        timeZone: 'America/Los_Angeles',
        now: '2026-11-20T12:30:00-08:00',
      });
      urls = [one.url, other.url];
      const [highlights, status] = await Promise.all([
        fetch(`${one.url}/api/v1/highlights`, authorized),
        fetch(`${other.url}/api/v1/status`, authorized),
      ]);
      expect(highlights.status).toBe(404);
      expect(await status.json()).toMatchObject({ hours: { is_open: false } });
    }
    for (const url of urls) await expect(fetch(url)).rejects.toThrow();
  });

  it.each([
    ['form', { form: 3 }],
    ['port', { port: 65_536 }],
    ['scenario', { scenario: 'crowd' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['now', { now: 'noon' }],
    ['delayMs', { delayMs: -1 }],
    ['vary', { vary: 0 }],
    ['basePath', { basePath: 'queue' }],
    ['tlsCert', { tlsKey: 'none' }],
    ['tlsCert', { tlsCert: 'none', tlsKey: 'none' }],
    ['play', { play: 'lunch' }],
    ['play', { play: 'rush-hour', scenario: 'rush' }],
    ['speed', { play: 'rush-hour', speed: 0 }],
    ['delay', { delay: 3 }],
    ['options', null],
  ])('rejects a wrong %s with its name', async (option, wrong) => {
    const error = await startMock(wrong as unknown as MockOptions).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ option });
  });

  it("rejects with Node's error if the port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await expect(startMock({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    server.close();
  });
});
