import { createServer, type RequestListener } from 'node:http';
import type { Outcome } from '../contract/types.ts';
import { type GateOptions, type GateResult, runGate } from '../gate.ts';
import {
  createTestDeployment,
  type TestAnswer,
  type TestDeployment,
  type TestOptions,
  type TestRequest,
  testKey,
} from './deployment.ts';

/** Changes what a conforming deployment answers: a single fault, or another answer to a gap. */
export type Change = (answer: TestAnswer, request: TestRequest) => TestAnswer;

/** A change of the JSON bodies of one endpoint, made in place. */
export function inBodies(endpoint: string, edit: (body: never, request: TestRequest) => void): Change {
  return (answer, request) => {
    if (!request.path.endsWith(`/${endpoint}`) || answer.status !== 200) return answer;
    const body: unknown = JSON.parse(answer.body);
    edit(body as never, request);
    return { ...answer, body: JSON.stringify(body) };
  };
}

/** Runs the gate against a deployment in this process, without Dredd. */
export async function gateOn(
  options: Partial<TestOptions>,
  change: Change = (answer) => answer,
  gate: Partial<GateOptions> = {},
): Promise<GateResult> {
  const deployment = createTestDeployment(options);
  return await runGate({
    url: `http://deployment.test${options.prefix ?? ''}`,
    form: options.form ?? 2,
    key: testKey,
    skipDredd: true,
    fetch: fetchFor((request) => change(deployment(request), request)),
    ...gate,
  });
}

/** Ids of requirements with an outcome, in catalogue order. */
export function withOutcome(result: Pick<GateResult, 'outcomes'>, outcome: Outcome): readonly string[] {
  return result.outcomes.filter((one) => one.outcome === outcome).map(({ requirement }) => requirement);
}

/** A `fetch` that asks the deployment directly. */
export function fetchFor(deployment: TestDeployment): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const answer = deployment({
      method: request.method,
      path: url.pathname,
      params: url.searchParams,
      authorization: request.headers.get('authorization'),
    });
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': answer.type, date: new Date().toUTCString(), ...answer.headers },
    });
  };
}

/** Serves on a free port of the loopback for as long as `use` takes. */
export async function serving<Result>(
  listener: RequestListener,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await use(
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    );
  } finally {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** The deployment as a listener; links are written for the address that it is asked under. */
export function listenerFor(deployment: TestDeployment): RequestListener {
  return (request, response) => {
    request.resume();
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const answer = deployment({
      method: request.method ?? 'GET',
      path: url.pathname,
      params: url.searchParams,
      authorization: request.headers.authorization ?? null,
    });
    response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers });
    response.end(answer.body.replaceAll('http://deployment.test', url.origin));
  };
}
