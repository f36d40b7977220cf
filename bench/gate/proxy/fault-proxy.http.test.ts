import { expect, it } from 'vitest';
import { FAULTS } from '../../../conformance/reference/faults/catalogue.ts';
import { broken } from '../../../conformance/reference/faults/fault.ts';
import { KEY } from '../../../conformance/reference/options.ts';
import { serve } from '../../../conformance/reference/serve.ts';
import { createReference } from '../../../conformance/reference/service.ts';
import { transcriptOf } from '../../../conformance/reference/transcript.ts';
import { sampleOf } from '../sample.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { faulty } from './faulty.ts';
import { NO_FAULT } from './test-command.ts';

/** Changes every day; set it to repeat a failure. */
const seed = Number(process.env['CORPUS_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const SMALL = { count: 120, days: 30, tick: 0 };
const named = (id: string) => FAULTS.find((fault) => fault.id === id) ?? NO_FAULT;

/** The responses of a proxied deployment to a few requests, with the proxy's URL written as the deployment's. */
async function responsesBehind(fault = NO_FAULT, key = KEY) {
  const deployment = await serve(createReference({ ...SMALL, prefix: '/line' }));
  const proxy = await startFaultProxy(fault, { url: deployment.url, key });
  const read = async (base: string) => {
    const headers = { authorization: `Token ${KEY}` };
    const paths = ['status', 'chart', 'patterns', 'highlights', 'reports?limit=3', 'export.csv', 'nothing'];
    const responses: Record<string, string> = {};
    for (const path of paths) {
      const response = await fetch(`${base}/api/v1/${path}`, { headers });
      const kept = [...response.headers].filter(([name]) => !['connection', 'keep-alive'].includes(name));
      const text = `${response.status} ${JSON.stringify(kept)} ${await response.text()}`;
      responses[path] = text.replaceAll(base, 'BASE').replace(/"content-length","\d+"/, '');
    }
    return responses;
  };
  const [direct, proxied] = [await read(deployment.url), await read(proxy.url)];
  const { counts } = proxy;
  await proxy.close();
  await deployment.close();
  return { direct, proxied, counts };
}

it('without a fault the proxy changes nothing but its own address', async () => {
  const { direct, proxied, counts } = await responsesBehind();
  expect(proxied).toEqual(direct);
  expect(counts).toEqual({ requests: 7, changed: 0 });
});

it('a fault of one endpoint changes just that', async () => {
  const { direct, proxied, counts } = await responsesBehind(named('status/no-message'));
  const { status: changed, ...others } = proxied;
  const { status, ...same } = direct;
  expect(others).toEqual(same);
  expect(changed).toBe(status?.replace(/"message":(null|"[^"]*"),/, ''));
  expect(changed).not.toBe(status);
  expect(counts.changed).toBe(1);
});

it('a fault that asks the deployment again uses the key that the proxy was given', async () => {
  const { proxied, direct } = await responsesBehind(named('highlights/not-today'));
  expect(proxied['highlights']).not.toBe(direct['highlights']);
  const refused = await responsesBehind(named('highlights/not-today'), 'wrong');
  expect(refused.proxied['highlights']).toContain('502');
});

const sample = sampleOf(
  FAULTS.filter(({ state }) => state?.now !== 'live'),
  15,
  seed,
);
// The first one remembers a request.
it.each([named('paging/page-3-repeats-2'), ...sample])(
  `the fault $id is the same on the wire, with CORPUS_SEED=${seed}`,
  async (fault) => {
    const options = { form: fault.forms.at(-1) ?? 2, count: 60, days: 20, ...fault.state };
    const reference = createReference(options);
    const respond = faulty(fault, {
      key: KEY,
      send: async (request) => reference.respond(request),
      today: async () => reference.options.now.slice(0, 10),
    });
    const wired = {
      options: reference.options,
      respond: async (request: Parameters<typeof respond>[0]) => (await respond(request)).response,
    };
    expect(await transcriptOf(wired)).toBe(await transcriptOf(broken(fault, createReference(options))));
  },
);
