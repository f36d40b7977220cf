/** Uses every export of the installed package with `require()`. Prints one JSON line; test files compare it. */
const { readFileSync } = require('node:fs');
const { createService, OptionError, runConformance, startMock } = require('queue-headcount');
const { getResponse } = require('msw');
const { createMockHandlers } = require('queue-headcount/msw');
const { OPERATION_PATHS: form1 } = require('queue-headcount/contract/form-1');
const { OPERATION_IDS } = require('queue-headcount/contract/form-2');
const document1 = require('queue-headcount/openapi/form-1.json');
const document2 = require('queue-headcount/openapi/form-2.json');
const yaml = readFileSync(require.resolve('queue-headcount/openapi/form-2.yaml'), 'utf8');
const manifest = require('queue-headcount/package.json');

void (async () => {
  const mock = await startMock();
  const { status } = await fetch(`${mock.url}${form1.getStatus}`, {
    headers: { Authorization: 'Token any' },
  });
  await mock.close();
  const asked = new Request(`http://127.0.0.1:4010${form1.getStatus}`);
  const handled = await getResponse(createMockHandlers(), asked);
  const service = await createService({ database: 'sqlite:data/required.sqlite', pages: false });
  const { id } = await service.issueKey({ email: 'ada@cs.example.edu' });
  await service.close();
  const rejected = await runConformance({}).catch((error) => error);
  console.log(
    JSON.stringify({
      status,
      handled: handled.status,
      id,
      rejected: rejected instanceof OptionError && rejected.option,
      operations: [OPERATION_IDS.length, Object.keys(form1).length],
      documents: [document1.openapi, document2.info.version, /^openapi: /m.test(yaml), manifest.name],
    }),
  );
})();
