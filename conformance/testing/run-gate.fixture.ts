import { createServer, type RequestListener } from 'node:http';
import type { Outcome } from '../contract/outcomes.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type GateOptions, type GateResult, runGate } from '../gate.ts';
import { type Judging, judgingHere } from '../judging.ts';
import { type HttpRequest, type HttpResponse, KEY, type Options } from '../reference/options.ts';
import { fetchOf, type Service } from '../reference/serve.ts';
import { createReference } from '../reference/service.ts';

/** Changes what the reference responds: a fault, or another way to fill a gap. */
export type Change = (response: HttpResponse, request: HttpRequest) => HttpResponse;

/** A change of the JSON bodies of one endpoint, made in place. */
export function inBodies(endpoint: string, edit: (body: never, request: HttpRequest) => void): Change {
  return (response, request) => {
    if (!request.path.endsWith(`/${endpoint}`) || response.status !== 200) return response;
    const body: unknown = JSON.parse(response.body);
    edit(body as never, request);
    return { ...response, body: JSON.stringify(body) };
  };
}

/** Runs the gate without Dredd against the reference in this process: 400 reports unless the options say otherwise. */
export async function gateOn(
  options: Partial<Options>,
  change: Change = (response) => response,
  gate: Partial<GateOptions> = {},
): Promise<GateResult> {
  const reference = createReference({ count: 400, days: 30, ...options });
  const respond = (request: HttpRequest) => change(reference.respond(request), request);
  return await judge({ options: reference.options, respond }, gate);
}

/** Runs the gate without Dredd against a service in this process. */
export async function judge(service: Service, gate: Partial<GateOptions> = {}): Promise<GateResult> {
  const { form, prefix, publicUrl } = service.options;
  return await runGate({
    url: `http://reference.test${prefix}`,
    form,
    key: KEY,
    skipDredd: true,
    judging: judgingHere,
    fetch: fetchOf(service),
    ...(publicUrl === null ? {} : { publicUrl }),
    ...gate,
  });
}

/** Leaves the evidence unjudged. */
const collecting: Judging = {
  ...judgingHere,
  judge: async () => ({
    exitCode: 0,
    outcomes: [],
    formJudged: 2,
    formSeen: 'unknown',
  }),
};

/** The evidence of `gateOn`, for tests that check it themselves. */
export async function evidenceOn(
  options: Partial<Options>,
  change?: Change,
  gate: Partial<GateOptions> = {},
): Promise<Evidence> {
  return (await gateOn(options, change, { ...gate, judging: collecting })).evidence;
}

/** The member of that id. Throws for an unknown one. */
export function named<Member extends { readonly id: string }>(list: readonly Member[], id: string): Member {
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no "${id}".`);
  return found;
}

/** Ids of requirements with an outcome, in catalogue order. */
export function withOutcome(result: Pick<GateResult, 'outcomes'>, outcome: Outcome): readonly string[] {
  return result.outcomes.filter((one) => one.outcome === outcome).map(({ requirement }) => requirement);
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
