import type { Finding } from '../../../conformance/contract/outcomes.ts';
import type { ClientRun, SeenRequest } from '../session.ts';
import { type RuleText, rules, shownBy, toApi } from './rule.ts';

const QUOTA = 1000;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** How much earlier than it should a request may arrive, in milliseconds: timers are not exact. */
const TOLERANCE = 100;
/** Requests for the same URL within this time are sent at once, by parts of a client that don't know of each other; in milliseconds. */
const TOGETHER = 250;
/** As many requests in five seconds are not spaced out at all. */
const BURST = { requests: 10, milliseconds: 5000 } as const;

/** How often a client sends requests, and what it does after a failure. */
export const paceRules = rules([
  {
    id: 'pace.interval',
    promise: 'A client that polls requests no URL more than twice a minute.',
    made: 'A key has 1000 requests a day, which is less than one a minute.',
    at: 'Limits',
    untested:
      'the client did not poll, or was watched for less than two intervals (see --seconds and --interval)',
    check(run, { interval }) {
      const groups = byTarget(run, succeeded);
      const findings = groups.flatMap((group) => {
        const third = group.find(
          ({ at }, index) => at - (group[index - 2]?.at ?? -interval) < interval - TOLERANCE,
        );
        const first = third === undefined ? undefined : group[group.indexOf(third) - 2];
        if (first === undefined || third === undefined) return [];
        const seen = `3 requests in ${seconds(third.at - first.at)}`;
        return [shownBy(third, 'polls too often', `2 in ${seconds(interval)}`, seen)];
      });
      // A slower poll takes longer to be seen.
      const isWatched = groups.some(({ length }) => length > 1) && run.milliseconds > 2 * interval;
      return findings.length > 0 || isWatched ? findings : null;
    },
  },
  {
    id: 'pace.if-none-match',
    promise: 'A client that polls sends the `ETag` of the last response in `If-None-Match`.',
    made: 'A response that has not changed is then 304, without a body.',
    at: 'RFC 9110, section 13.1.2',
    level: 'should',
    check(run) {
      const again = byTarget(run, succeeded).filter((group) => hasTime(group[0], group.at(-1)));
      if (again.length === 0) return null;
      return again
        .filter((group) => group.every(({ headers }) => headers['if-none-match'] === undefined))
        .map((group) => shownBy(group.at(-1) as SeenRequest, 'requested again without If-None-Match'));
    },
  },
  {
    id: 'pace.quota',
    promise: 'The client stays within the quota of a day.',
    made: 'A key has 1000 requests a day.',
    at: 'Limits',
    untested: 'the client sent no request, or polls faster in this check than later (see --interval)',
    check(run, { interval }) {
      const requests = toApi(run);
      if (requests.length === 0) return null;
      const excess = requests[QUOTA];
      if (excess !== undefined)
        return [shownBy(excess, 'one run uses more than the quota', `${QUOTA} a day`, `more than ${QUOTA}`)];
      if (interval < MINUTE) return null;
      if (run.ending.kind === 'exited' || run.ending.kind === 'crashed') return [];
      // After one interval, the rate can be told from a start that requests everything once. Failures are for the back-off.
      const later = byTarget(run, (one) => succeeded(one) && one.at >= interval).map((group) => {
        const span = (group.at(-1)?.at ?? 0) - (group[0]?.at ?? 0);
        return (group.length - 1) / Math.max(span, interval);
      });
      const daily = later.reduce((sum, one) => sum + one, 0) * DAY;
      if (daily <= QUOTA * 1.5) return [];
      return [
        shownBy(
          requests.at(-1) as SeenRequest,
          'at this rate',
          `${QUOTA} a day`,
          `${Math.round(daily)} a day`,
        ),
      ];
    },
  },
  retryAfter(503, 'unavailable'),
  retryAfter(429, 'quota'),
  {
    id: 'pace.back-off',
    promise: 'A client that tries again waits longer each time.',
    made: 'Clients that return at a fixed short interval keep a service down that is overloaded.',
    at: 'RFC 9110, section 15.6.4',
    check(run, { interval }) {
      if (run.scene.id !== 'down' && run.scene.id !== 'unreachable') return null;
      const groups = byTarget(run, ({ response }) => response.status === 503 || response.status === 0, 0);
      // Browsers try again by themselves, at once, if a connection ends that they had before.
      const least = run.scene.id === 'unreachable' ? TOGETHER : 0;
      return groups.length === 0
        ? null
        : groups.flatMap((group) => withoutBackOff(group, least, interval) ?? []);
    },
  },
  {
    id: 'pace.unauthorized',
    promise: 'A client whose key is refused does not keep sending it.',
    made: 'A request without a valid key gets 401. The same key will get it again.',
    at: 'Authentication',
    check(run, { interval }) {
      const groups = byTarget(run, ({ response }) => response.status === 401);
      if (groups.length === 0) return null;
      return groups.flatMap(([first, , third]) =>
        first !== undefined && third !== undefined && third.at - first.at < interval
          ? [shownBy(third, 'the third request after 401', undefined, seconds(third.at - first.at))]
          : [],
      );
    },
  },
]);

/** After a status with `Retry-After`, the same URL is not requested before that time. */
function retryAfter(status: number, scene: string): RuleText {
  return {
    id: `pace.retry-after-${status}`,
    promise: `After ${status}, the client waits as long as \`Retry-After\` says.`,
    made: 'Retry-After is the time to wait before the next request.',
    at: status === 429 ? 'Limits; RFC 6585, section 4' : 'RFC 9110, section 10.2.3',
    check(run) {
      if (run.scene.id !== scene) return null;
      // The quota is the key's, so another URL of an endpoint does not help.
      const groups = byTarget(run, () => true, 0, status === 429 ? ({ pathname }) => pathname : undefined);
      if (groups.length === 0) return null;
      return groups.flatMap((group) => {
        const told = (request: SeenRequest) =>
          group.find(
            (before) =>
              before.response.status === status &&
              before.answeredAt < request.at &&
              request.at < dueAfter(before) - TOLERANCE,
          );
        const early = group.find((request) => told(request) !== undefined);
        const before = early === undefined ? undefined : told(early);
        if (early === undefined || before === undefined) return [];
        const wanted = `${before.response.headers['retry-after']} s`;
        return [shownBy(early, 'came back too early', wanted, seconds(early.at - before.answeredAt))];
      });
    },
  };
}

function dueAfter({ answeredAt, response }: SeenRequest): number {
  return answeredAt + Number(response.headers['retry-after']) * 1000;
}

/** Finds retries without growing pauses. Pauses up to `least` don't count. */
function withoutBackOff(group: readonly SeenRequest[], least: number, interval: number): Finding | null {
  const gaps = group.slice(1).map((request, at) => request.at - (group[at]?.at ?? 0));
  const burst = group.find(
    ({ at }, index) =>
      at - (group[index - BURST.requests + 1]?.at ?? Number.NEGATIVE_INFINITY) < BURST.milliseconds,
  );
  if (burst !== undefined)
    return shownBy(burst, `${BURST.requests} requests in ${seconds(BURST.milliseconds)} while all fail`);
  const [shortest, longest] = [Math.min(...gaps), Math.max(...gaps)];
  const isConstant =
    gaps.length >= 3 && longest > least && longest < 1.5 * shortest && longest < interval - TOLERANCE;
  const last = group.at(-1);
  if (!isConstant || last === undefined) return null;
  return shownBy(last, 'tries again at a fixed interval', 'longer each time', `every ${seconds(longest)}`);
}

/**
 * The requests of a run to the API that fulfil a condition, for each URL, in order. Those that are sent at once, as two parts of a page do,
 * count as one. The feed's pages are left out.
 */
function byTarget(
  run: ClientRun,
  isMeant: (request: SeenRequest) => boolean,
  together = TOGETHER,
  targetOf: (url: URL) => string = ({ pathname, search }) => pathname + search,
): readonly (readonly SeenRequest[])[] {
  const requests = toApi(run).filter(
    (request) => request.endpoint !== null && request.cursor === null && isMeant(request),
  );
  const groups = Map.groupBy(requests, ({ url }) => targetOf(url));
  return [...groups.values()].map((group) =>
    group.filter(({ at }, index) => at - (group[index - 1]?.at ?? Number.NEGATIVE_INFINITY) >= together),
  );
}

function succeeded({ response }: SeenRequest): boolean {
  return response.status === 200 || response.status === 304;
}

/** True if the first response had arrived when the second request was sent. */
function hasTime(first: SeenRequest | undefined, second: SeenRequest | undefined): boolean {
  return first !== undefined && second !== undefined && second.at - first.answeredAt > TOLERANCE;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
