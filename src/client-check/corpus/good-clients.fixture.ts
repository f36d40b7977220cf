import { readFile } from 'node:fs/promises';
import { isAxiosError } from 'axios';
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios';
import {
  allReports,
  describeLine,
  exportReports,
  HeadcountError,
  headcountClient,
} from '../../../docs/examples/headcount-client.ts';
import { authorization, type Given, get, photos } from './in-process.fixture.ts';

/** A client without mistakes. */
export interface GoodClient {
  /** The tools that it is made with. */
  readonly style: string;
  readonly act: (given: Given) => Promise<unknown>;
}

/** Clients in this process that do what people do with the API, each in another style. */
export const GOOD_CLIENTS: readonly GoodClient[] = [
  {
    style: 'fetch that walks through all pages',
    async act(given) {
      let url: string | null = `${given.url}/api/v1/reports?limit=200`;
      while (url !== null && new URL(url).origin === new URL(given.url).origin) {
        const response: Response = await fetch(url, { headers: authorization(given) });
        const after = Number(response.headers.get('Retry-After'));
        await response.clone().text();
        if (response.status === 503 && after > 0 && after < 60) await given.sleep(after * 1000);
        else if (!response.ok) return;
        else url = ((await response.json()) as { next: string | null }).next;
      }
    },
  },
  {
    style: 'fetch that polls with ETags, and backs off',
    async act(given) {
      let tag: string | null = null;
      for (let [polls, delay] = [0, 200]; polls < 3 && delay < 2000; ) {
        const headers = { ...authorization(given), ...(tag === null ? {} : { 'If-None-Match': tag }) };
        const response: Response = await fetch(`${given.url}/api/v1/status`, { headers });
        await response.text();
        if ([401, 429].includes(response.status)) return;
        if (response.status >= 500) {
          await given.sleep(Number(response.headers.get('Retry-After')) * 1000 || delay);
          delay *= 2;
          continue;
        }
        tag = response.headers.get('ETag') ?? tag;
        polls += 1;
        await given.sleep(400);
      }
    },
  },
  {
    style: 'fetch that shows a day, with photos',
    async act(given) {
      const status = await get(given, '/api/v1/status');
      const chart = await get(given, '/api/v1/chart');
      await get(given, '/api/v1/patterns?since=2026-02-01&until=2026-02-28');
      for (const photo of await photos(given)) await fetch(photo).then((response) => response.arrayBuffer());
      const values = (chart?.line ?? []).map(({ value }: { value: number | null }) => value ?? 0);
      return [status?.has_estimate && status.estimate_value, Math.max(0, ...values)];
    },
  },
  {
    style: 'openapi-fetch with types of openapi-typescript (docs/examples/headcount-client.ts)',
    async act({ url, key }) {
      const client = headcountClient(url, key);
      try {
        await describeLine(client);
        for await (const report of allReports(client)) String(report.bucket);
        await exportReports(client, '2026-11-01', '2026-11-20');
      } catch (error) {
        if (!(error instanceof HeadcountError)) throw error;
      }
    },
  },
  {
    style: 'a client that openapi-client-axios generates from the document',
    async act(given) {
      const file = new URL(`../../../openapi/form-${given.form}.json`, import.meta.url);
      const definition = JSON.parse(await readFile(file, 'utf8')) as Document;
      const api = new OpenAPIClientAxios({
        definition,
        axiosConfigDefaults: { headers: authorization(given) },
      });
      const client = await api.init();
      client.defaults.baseURL = given.url;
      try {
        for (const { operationId = '' } of api.getOperations()) await client[operationId]?.();
        await client['listReports']?.({ limit: 200 });
      } catch (error) {
        if (!isAxiosError(error)) throw error;
      }
    },
  },
];
