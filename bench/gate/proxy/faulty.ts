import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../../conformance/reference/faults/fault.ts';
import type { HttpRequest, HttpResponse } from '../../../conformance/reference/options.ts';
import type { Deployment } from './deployment.ts';

/** A response, and whether the fault had a part in it. */
export type Faulty = { readonly response: HttpResponse; readonly changed: boolean };

/** Ends a fault that needs something of the deployment which has not arrived. */
class Pending extends Error {
  readonly arrive: () => Promise<void>;
  constructor(arrive: () => Promise<void>) {
    super('A response has not arrived yet.');
    this.arrive = arrive;
  }
}

/**
 * A deployment with a fault in front of it. Faults are synchronous and a deployment is not: a fault that needs a response which has
 * not arrived is ended, and runs again when it has, with the memory that it began with. Requests take turns, since faults remember
 * earlier ones.
 */
export function faulty(fault: Fault, deployment: Deployment): (request: HttpRequest) => Promise<Faulty> {
  let memory = new Map<string, unknown>();
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function respond(request: HttpRequest): Promise<Faulty> {
    count += 1;
    const exchanges: { readonly request: HttpRequest; readonly response: HttpResponse }[] = [];
    let date: string | undefined;
    for (;;) {
      let asked = 0;
      const draft = structuredClone(memory);
      const upstream = {
        key: deployment.key,
        count,
        memory: draft,
        pass(wanted: HttpRequest) {
          const known = exchanges[asked];
          asked += 1;
          if (known !== undefined) return known.response;
          throw new Pending(async () => {
            exchanges.push({ request: wanted, response: await deployment.send(wanted) });
          });
        },
        get today() {
          if (date !== undefined) return date;
          throw new Pending(async () => {
            date = await deployment.today();
          });
        },
      };
      try {
        const response = fault.respond(request, upstream);
        memory = draft;
        const changed = exchanges.length !== 1 || !isDeepStrictEqual(exchanges[0], { request, response });
        return { response, changed };
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
        await error.arrive();
      }
    }
  }

  return (request) => {
    const turn = last.then(() => respond(request));
    last = turn.catch(() => undefined);
    return turn;
  };
}
