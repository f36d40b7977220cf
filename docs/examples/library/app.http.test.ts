// app.http.test.ts
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runConformance } from 'queue-headcount';
import { expect, test } from 'vitest';
import { createApp } from './app.ts';

test('the app conforms to the contract', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  const { app, service } = await createApp(`sqlite:${join(folder, 'line.sqlite')}`);
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { key } = await service.issueKey({ email: 'ada@cs.example.edu' });

  const url = `http://127.0.0.1:${port}/live`;
  const { outcome, summary } = await runConformance({ url, form: 2, key });
  expect(outcome, summary).toBe('conforms');

  server.close();
  await service.close();
  await rm(folder, { recursive: true });
});
