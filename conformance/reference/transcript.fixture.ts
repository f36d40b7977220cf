import { addDays, weekdayOf } from './local-time.ts';
import { KEY } from './options.ts';
import { fetchOf, type Service } from './serve.ts';

/** A hundred or so requests with their responses as text: two services that differ anywhere a client could look differ here. */
export async function transcriptOf(service: Service): Promise<string> {
  const fetch = fetchOf(service);
  const base = `http://127.0.0.1:8080${service.options.prefix}/api/v1/`;
  const lines: string[] = [];
  const send = async (path: string, init: RequestInit = { headers: { authorization: `Token ${KEY}` } }) => {
    const response = await fetch(path.startsWith('http') ? path : base + path, {
      redirect: 'manual',
      ...init,
    });
    const text = await response.text();
    const fields = [...response.headers].filter(([name]) => name !== 'date');
    lines.push(`${init.method ?? 'GET'} ${path} ${response.status} ${JSON.stringify(fields)} ${text}`);
    return text;
  };
  for (const path of pathsOf(service)) await send(path);
  for (const endpoint of ['status', 'chart', 'patterns', 'reports', 'export.csv', 'highlights']) {
    for (const header of CREDENTIALS)
      await send(endpoint, header === null ? {} : { headers: { authorization: header } });
    for (const method of ['POST', 'PUT', 'PATCH'])
      await send(endpoint, { method, headers: { authorization: `Token ${KEY}` } });
  }
  for (const name of ['token', 'api_key', 'key', 'access_token']) await send(`reports?${name}=${KEY}`, {});
  await send('status', { headers: { 'x-api-key': KEY } });
  await send('chart?since=2026-11-10', {});
  await send('reports', { method: 'POST' });
  for (const query of ['?limit=200', '?limit=8', '', '?limit=1']) {
    let path = `reports${query}`;
    for (let page = 0; page < 9; page += 1) {
      const next = nextOf(await send(path));
      if (next === null) break;
      if (page === 1)
        for (const header of [null, 'Token wrong'])
          await send(next, header === null ? {} : { headers: { authorization: header } });
      path = next;
    }
  }
  return lines.join('\n');
}

const CREDENTIALS = [
  null,
  `Token ${KEY.slice(0, -1)}x`,
  `Token ${KEY.slice(0, 12)}`,
  `Token ${KEY}x`,
  `Token ${KEY.toUpperCase()}`,
  'Token nobody',
  'Token',
  KEY,
  `Token${KEY}`,
  `Bearer ${KEY}`,
  `Basic ${KEY}`,
  `Other ${KEY}`,
];

function pathsOf(service: Service): string[] {
  const today = service.options.now.slice(0, 10);
  const day = (back: number) => addDays(today, -back);
  const saturday = day((weekdayOf(today) + 2) % 7);
  const ranges = [
    '',
    `?since=${day(2)}&until=${day(2)}`,
    `?since=${saturday}&until=${saturday}`,
    `?since=${day(5)}&until=${day(5)}`,
    `?since=${day(6)}&until=${day(2)}`,
    `?since=${day(28)}&until=${day(2)}`,
    `?since=${day(200)}&until=${today}`,
    `?since=${day(3)}`,
    `?until=${day(3)}`,
    `?since=${day(12)}&until=${day(11)}`,
    '?since=nonsense',
    `?since=${day(2)}&until=${day(4)}`,
    `?since=${day(400)}&until=${day(400)}`,
  ];
  const dated = ['chart', 'patterns', 'export.csv'].flatMap((endpoint) =>
    ranges.map((range) => endpoint + range),
  );
  const limits = [
    '',
    '?limit=0',
    '?limit=1',
    '?limit=3',
    '?limit=8',
    '?limit=17',
    '?limit=199',
    '?limit=200',
    '?limit=201',
    '?limit=600',
    '?limit=1500',
  ].map((query) => `reports${query}`);
  const days = [
    '',
    '?days=-1',
    '?days=1',
    '?days=3',
    '?days=7',
    '?days=20',
    '?days=60',
    '?days=61',
    '?days=200',
  ].map((query) => `highlights${query}`);
  const again = ['status', 'status', 'status', 'status'];
  return [...again, ...dated, ...limits, 'reports?cursor=unknown', ...days, 'chart'];
}

function nextOf(text: string): string | null {
  try {
    const next: unknown = JSON.parse(text).next;
    return typeof next === 'string' && next.startsWith('http://127.0.0.1:8080/') ? next : null;
  } catch {
    return null;
  }
}
