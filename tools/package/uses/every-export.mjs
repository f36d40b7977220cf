/** Uses every export of the installed package as a module does. Prints one JSON line; test files compare it. */
import { createServer } from 'node:http';
import { getResponse } from 'msw';
import { createService, OptionError, runConformance, startMock } from 'queue-headcount';
import { OPERATION_PATHS as form1 } from 'queue-headcount/contract/form-1';
import { OPERATION_PATHS as form2, OPERATION_IDS } from 'queue-headcount/contract/form-2';
import { createMockHandlers } from 'queue-headcount/msw';
import document1 from 'queue-headcount/openapi/form-1.json' with { type: 'json' };
import document2 from 'queue-headcount/openapi/form-2.json' with { type: 'json' };
import manifest from 'queue-headcount/package.json' with { type: 'json' };

const mock = await startMock({ form: 1 });
const gate = await runConformance({ url: mock.url, form: 1, key: 'any', level: 'contract', out: 'reports' });
await mock.close();

const service = await createService({ database: 'sqlite:data/line.sqlite', timeZone: 'UTC' });
const server = createServer(service.handler).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const { key } = await service.issueKey({ email: 'ada@cs.example.edu' });
const base = `http://127.0.0.1:${server.address().port}`;
const get = (path) =>
  fetch(base + path, { headers: { Authorization: `Token ${key}`, Accept: 'text/html, */*' } });
const paths = ['/', '/docs/', '/readyz', '/openapi.yaml', form2.getStatus];
const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
await service.warmedUp;
server.close();
server.closeIdleConnections();
await service.close();

const asked = new Request(`http://127.0.0.1:4010${form2.getStatus}`, {
  headers: { Authorization: 'Token any' },
});
const handled = await getResponse(createMockHandlers(), asked);

const rejected = await startMock({ port: -1 }).catch((error) => error);
console.log(
  JSON.stringify({
    outcome: gate.outcome,
    requests: gate.report.requests,
    repeat: gate.report.repeat.replace(mock.url, 'URL'),
    statuses,
    handled: handled.status,
    rejected: rejected instanceof OptionError && rejected.option,
    operations: [OPERATION_IDS.length, Object.keys(form1).length],
    documents: [document1.openapi, document2.info.version, manifest.name],
    yaml: import.meta.resolve('queue-headcount/openapi/form-2.yaml').endsWith('/openapi/form-2.yaml'),
  }),
);
