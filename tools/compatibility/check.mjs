/**
 * `npm run compatibility`: reads both documents with tools of other people, compiles the clients that they generate, and calls every
 * operation with them, once as it is and once with the examples of its parameters. Exits with 1 if anything fails.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createClient } from '@hey-api/openapi-ts';
import { fromOpenApi } from '@mswjs/source/open-api';
import { Validator } from '@seriousme/openapi-schema-validator';
import { getResponse } from 'msw';
import { setupServer } from 'msw/node';
import postman from 'openapi-to-postmanv2';
import { generate } from 'orval';
import { bundleForPages } from '../package/bundle.ts';
import { startProgram } from '../testing/start-program.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PROJECT = join(HERE, '../..');
const AUTHORIZED = { Authorization: 'Token any' };

/** A tool's check of a form: throws if the tool can't read or use the document. */
const TOOLS = {
  '@apidevtools/swagger-parser': ({ file }) => SwaggerParser.validate(file),

  '@seriousme/openapi-schema-validator': async ({ document }) => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    if (!valid) throw new Error(JSON.stringify(errors));
  },

  '@hey-api/openapi-ts': async ({ file, operations, folder, url }) => {
    await createClient({
      input: file,
      output: { path: join(folder, 'hey-api'), importFileExtension: '.ts' },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent' },
    });
    await compile(folder, 'hey-api/index.ts');
    const sdk = await imported(folder, 'hey-api/sdk.gen.ts');
    const { client } = await imported(folder, 'hey-api/client.gen.ts');
    // As generated: the address is literal.
    expectEqual(client.getConfig().baseUrl, 'http://127.0.0.1:3000', 'base URL');
    client.setConfig({ baseUrl: url, auth: () => AUTHORIZED.Authorization });
    for (const { id, queries } of operations)
      for (const query of queries) {
        const { data, error, response } = await sdk[id]({ query });
        expectEqual(response?.status, 200, `${id} ${JSON.stringify(query)} ${JSON.stringify(error)}`);
        expectEqual(data !== undefined, true, `${id} has data`);
      }
  },

  orval: async ({ file, operations, folder, url }) => {
    const output = {
      target: join(folder, 'orval/api.ts'),
      client: 'fetch',
      mode: 'split',
      mock: true,
      baseUrl: url,
    };
    await generate({ input: { target: file }, output });
    await compile(folder, 'orval/api.ts', 'orval/api.faker.ts');
    const api = await imported(folder, 'orval/api.ts');
    for (const { id, queries, parameters } of operations)
      for (const query of queries) {
        const given = parameters.length > 0 ? [query] : [];
        const { status, data } = await api[id](...given, { headers: AUTHORIZED });
        expectEqual(status, 200, `${id} ${JSON.stringify(query)} ${JSON.stringify(data)}`);
      }
    if (!operations.some(({ id }) => id === 'getHighlights')) return;
    const { getGetHighlightsResponseMock } = await imported(folder, 'orval/api.faker.ts');
    for (const { date } of getGetHighlightsResponseMock().highlights)
      expectEqual(new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10), date, 'a made-up date');
  },

  'openapi-to-postmanv2': async ({ document, operations, url }) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    const options = { parametersResolution: 'Example', enableOptionalParameters: true };
    postman.convertV2(
      { type: 'json', data: structuredClone(document) },
      options,
      (error, { result, reason, output }) =>
        error === null && result ? resolve(output[0].data) : reject(error ?? new Error(reason)),
    );
    const collection = await promise;
    // As generated: the variable has the literal address.
    expectEqual(
      collection.variable.find(({ key }) => key === 'baseUrl').value,
      'http://127.0.0.1:3000',
      'base URL',
    );
    const requests = collection.item.flatMap(requestsOf);
    expectEqual(requests.length, operations.length, 'requests');
    for (const { name, url: target, header } of requests) {
      const query = target.query.map(({ key, value }) => [key, value]);
      const address = `${url}/${target.path.join('/')}?${new URLSearchParams(query)}`;
      const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]));
      const response = await fetch(address, { headers: { ...headers, ...AUTHORIZED } });
      expectEqual(response.status, 200, `${name} ${address} ${await response.text()}`);
    }
  },

  '@mswjs/source': async ({ document, operations }) => {
    const handlers = await fromOpenApi(structuredClone(document));
    for (const { id, path, example } of operations) {
      const request = new Request(`${document.servers[0].url}${path}`, { headers: AUTHORIZED });
      const response = await getResponse(handlers, request);
      expectEqual(response?.status, 200, id);
      const body = typeof example === 'string' ? await response.text() : await response.json();
      expectEqual(body, example, `${id} responds with the first example`);
    }
  },

  // The version that npm installs on Node.js 20, with our handlers.
  'msw 2': async ({ form, operations, folder }) => {
    const { files } = await bundleForPages();
    for (const [name, content] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const { createMockHandlers } = await imported(folder, 'src/cli/library/msw.js');
    const server = setupServer(...createMockHandlers({ form, baseUrl: 'http://mock.test' }));
    server.listen({ onUnhandledRequest: 'error' });
    try {
      for (const { path, queries } of operations)
        for (const query of queries) {
          const address = `http://mock.test${path}?${new URLSearchParams(query)}`;
          const statuses = [AUTHORIZED, {}].map(
            async (headers) => (await fetch(address, { headers })).status,
          );
          expectEqual(await Promise.all(statuses), [200, 401], address);
        }
    } finally {
      server.close();
    }
  },
};

/** The operations of a document: each with the example of its response, and two queries to call it with. */
function operationsOf({ paths, components }) {
  return Object.entries(paths).map(([path, { get }]) => {
    const parameters = (get.parameters ?? []).map((one) =>
      one.$ref === undefined ? one : components.parameters[one.$ref.split('/').at(-1)],
    );
    const [{ examples }] = Object.values(get.responses['200'].content);
    const [{ value: example }] = Object.values(examples);
    const query = Object.fromEntries(parameters.map((one) => [one.name, one.example]));
    return { id: get.operationId, path, parameters, example, queries: [{}, query] };
  });
}

/** The requests in an item of a Postman collection, and in the items of a folder. */
function requestsOf({ item, request }) {
  return item === undefined ? [request] : item.flatMap(requestsOf);
}

/** Compiles what a tool generated as strictly as a project would, if it doesn't check packages. */
async function compile(folder, ...files) {
  const options =
    '--noEmit --strict --skipLibCheck --target esnext --module esnext --moduleResolution bundler';
  const given = [...options.split(' '), '--allowImportingTsExtensions', ...files];
  const tsc = join(HERE, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, ...given], { cwd: folder }).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

function imported(folder, file) {
  return import(pathToFileURL(join(folder, file)).href);
}

function expectEqual(actual, expected, what) {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}

for (const form of [1, 2]) {
  const file = join(PROJECT, `openapi/form-${form}.json`);
  const document = JSON.parse(await readFile(file, 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'headcount-compatibility-'));
  await symlink(join(HERE, 'node_modules'), join(folder, 'node_modules'));
  const program = join(PROJECT, 'src/cli/commands/headcount.mjs');
  const command = [process.execPath, program, 'mock', '--form', String(form), '--port', '0', '--json'];
  const mock = await startProgram(command, /}\n$/);
  const { url } = JSON.parse(mock.output());
  try {
    for (const [name, check] of Object.entries(TOOLS)) {
      const failure = await check({
        form,
        file,
        document,
        operations: operationsOf(document),
        folder,
        url,
      }).then(
        () => null,
        (error) => error,
      );
      console.log(
        `Form ${form}: ${name}: ${failure === null ? 'ok' : `FAILED: ${failure.stack ?? failure}`}`,
      );
      if (failure !== null) process.exitCode = 1;
    }
  } finally {
    await mock.end();
    await rm(folder, { recursive: true });
  }
}
