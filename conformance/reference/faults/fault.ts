import type { RequirementId } from '../../contract/requirements.ts';
import { type HttpRequest, type HttpResponse, KEY, type Options } from '../options.ts';
import type { Service } from '../serve.ts';

/** The conforming service behind a fault, with the state that the fault keeps between requests. */
export type Upstream = {
  /** The key that the service accepts. */
  readonly key: string;
  /** The service's local date. */
  readonly today: string;
  readonly pass: (request: HttpRequest) => HttpResponse;
  /** Number of this request, from 1. */
  readonly count: number;
  readonly memory: Map<string, unknown>;
};

/** One way in which a service breaks one promise, or does what few clients expect but the gate must pass (`mustPass`). */
export type Fault = {
  readonly id: string;
  /** The behavior of the service, in one sentence. */
  readonly summary: string;
  readonly forms: readonly (1 | 2)[];
  /** The fault is found if any of these requirements fails. */
  readonly requirements: readonly RequirementId[];
  /** The state of the service in which the fault shows, if not the default. */
  readonly state?: Partial<Options>;
  /** Why the description allows it. Such a change is no fault, but a variant: the gate may warn of it, and must not fail it. */
  readonly mustPass?: string;
  readonly respond: (request: HttpRequest, upstream: Upstream) => HttpResponse;
};

/** For a server error in response to what the description leaves open. */
export const MUST_PASS_AS_LEFT_OPEN = { mustPass: 'the description leaves the response open' } as const;

/** True if it breaks a promise, so that a gate has to fail it. */
export const isBreach = ({ mustPass }: Fault): boolean => mustPass === undefined;

type Extra = Partial<Pick<Fault, 'forms' | 'state' | 'mustPass'>>;
type Behaviour = Fault['respond'];

/** Faults that break the same requirements; `how` is what the function given to `by` takes, or the whole behavior. */
interface Group<How> {
  /** Adds a fault: its id in the family, what the service does in one sentence, and how. */
  readonly add: (id: string, summary: string, how: How, extra?: Extra) => Group<How>;
}
/** Starts a group with the requirements that its faults break. */
type Breaking<How> = (...requirements: readonly RequirementId[]) => Group<How>;

/**
 * A list of faults that grows by `breaking(…).add(…)`. `by` returns a `breaking` for faults that are all the same kind of change,
 * such as an edit of each item of a list. `common` applies to every fault of the family.
 */
export function familyOf(
  family: string,
  common: Extra = {},
): {
  readonly faults: readonly Fault[];
  readonly breaking: Breaking<Behaviour>;
  readonly by: <How>(make: (how: How) => Behaviour, extra?: Extra) => { readonly breaking: Breaking<How> };
} {
  const faults: Fault[] = [];
  const by = <How>(make: (how: How) => Behaviour, shared: Extra = {}) => ({
    breaking: (...requirements: readonly RequirementId[]) => {
      const group: Group<How> = {
        add: (id, summary, how, extra = {}) => {
          const fault = {
            id: `${family}/${id}`,
            summary,
            requirements,
            respond: make(how),
          };
          faults.push({ forms: [1, 2], ...common, ...shared, ...extra, ...fault });
          return group;
        },
      };
      return group;
    },
  });
  return { faults, by, breaking: by((behaviour: Behaviour) => behaviour).breaking };
}

/** The service with a fault in front of it. */
export function broken(fault: Fault, service: Service): Service {
  const memory = new Map<string, unknown>();
  let count = 0;
  const pass = service.respond as (request: HttpRequest) => HttpResponse;
  const today = service.options.now.slice(0, 10);
  const respond = (request: HttpRequest) => {
    count += 1;
    return fault.respond(request, { key: KEY, today, pass, count, memory });
  };
  return { options: service.options, respond };
}
