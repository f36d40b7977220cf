import type { LocalTime } from '../../domain/local-time.ts';
import type { QuotaRequestRecord } from '../../store/account-store.ts';
import { shortTime, table } from './table.ts';

/** The characters of a reason that a table shows. */
const SHOWN_REASON = 60;

/** A request as commands return it. Times are timestamps in the venue's time zone. */
interface RequestResult {
  readonly id: number;
  readonly key: number;
  readonly keyName: string;
  readonly account: number;
  readonly email: string;
  readonly state: 'open' | 'granted' | 'refused';
  /** Requests a day. */
  readonly quota: number;
  readonly reason: string;
  readonly requestedAt: string;
  readonly decidedAt: string | null;
  /** Requests a day. */
  readonly granted: number | null;
  readonly answer: string;
}

/** Requests as `--json` and in a table. */
export function requestsOf(
  requests: readonly QuotaRequestRecord[],
  time: LocalTime,
): { readonly results: readonly RequestResult[]; readonly text: string } {
  const heads = ['ID', 'KEY', 'NAME', 'OWNER', 'STATE', 'QUOTA', 'REQUESTED', 'REASON'];
  const rows = requests.map((one) => [
    ...[`${one.id}`, `${one.key}`, one.keyName, one.email, stateOf(one), `${one.quota}`],
    ...[shortTime(one.createdAt, time), shortened(one.reason)],
  ]);
  return { results: requests.map((one) => requestResult(one, time)), text: table([heads, ...rows]) };
}

/** The beginning of a reason, for a table; `--json` has all of it. */
function shortened(reason: string): string {
  const characters = [...reason];
  return characters.length <= SHOWN_REASON ? reason : `${characters.slice(0, SHOWN_REASON).join('')}…`;
}

/** A request as `--json`. */
export function requestResult(request: QuotaRequestRecord, time: LocalTime): RequestResult {
  const { id, key, keyName, account, email, quota, reason, createdAt, decidedAt, granted, answer } = request;
  return {
    ...{ id, key, keyName, account, email, state: stateOf(request), quota, reason },
    requestedAt: time.timestamp(createdAt),
    decidedAt: decidedAt === null ? null : time.timestamp(decidedAt),
    ...{ granted, answer },
  };
}

function stateOf({ decidedAt, granted }: QuotaRequestRecord): RequestResult['state'] {
  if (decidedAt === null) return 'open';
  return granted === null ? 'refused' : 'granted';
}
