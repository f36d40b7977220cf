import type { QuotaRequestRecord } from '../../store/account-store.ts';
import type { Context } from './store-command.ts';
import { shortTime, table } from './table.ts';

/** A request as commands return it. Times are timestamps in the venue's time zone. */
interface RequestResult {
  readonly id: number;
  readonly key: number;
  readonly keyName: string;
  readonly account: number;
  readonly email: string;
  readonly state: 'open' | 'granted' | 'refused';
  /** What the owner asked for, in requests a day. */
  readonly quota: number;
  /** What the key has now, in requests a day. */
  readonly presentQuota: number;
  readonly usedToday: number;
  readonly reason: string;
  readonly requestedAt: string;
  readonly decidedAt: string | null;
  /** Requests a day. */
  readonly granted: number | null;
  readonly answer: string;
}

/** A request, and what its key has now. */
interface RequestWithKey {
  readonly request: QuotaRequestRecord;
  /** Requests a day. */
  readonly quota: number;
  readonly used: number;
}

/** Requests with what their keys have now. */
export async function withKeys(
  requests: readonly QuotaRequestRecord[],
  { store, time, now }: Context,
): Promise<readonly RequestWithKey[]> {
  const quotas = new Map((await store.listKeys()).map(({ id, quota }) => [id, quota]));
  const today = time.date(now).toString();
  return Promise.all(
    requests.map(async (request) => ({
      ...{ request, quota: quotas.get(request.key) ?? 0 },
      used: (await store.keyUse(request.key, today)).used,
    })),
  );
}

/** Requests in a table. Below each row are its key's name, the whole reason, and the answer. */
export function requestTable(
  requests: readonly RequestWithKey[],
  { time }: Context,
  { owners }: { readonly owners: boolean },
): string {
  const heads = ['ID', 'KEY', 'STATE', 'NOW', 'TODAY', 'ASKED', 'GRANTED', 'REQUESTED'];
  const rows = requests.map(({ request, quota, used }) => ({
    cells: [
      ...[`${request.id}`, `${request.key}`, stateOf(request), `${quota}`, `${used}`, `${request.quota}`],
      ...[`${request.granted ?? ''}`, shortTime(request.createdAt, time)],
    ],
    below: [
      [request.keyName, owners ? request.email : ''].filter((text) => text !== '').join(', '),
      `REASON: ${request.reason}`,
      request.answer === '' ? '' : `ANSWER: ${request.answer}`,
    ],
  }));
  return table(heads, rows);
}

/** A request as `--json`. */
export function requestResult(
  { request, quota: presentQuota, used: usedToday }: RequestWithKey,
  { time }: Pick<Context, 'time'>,
): RequestResult {
  const { id, key, keyName, account, email, quota, reason, createdAt, decidedAt, granted, answer } = request;
  return {
    ...{ id, key, keyName, account, email, state: stateOf(request), quota, presentQuota, usedToday, reason },
    requestedAt: time.timestamp(createdAt),
    decidedAt: decidedAt === null ? null : time.timestamp(decidedAt),
    ...{ granted, answer },
  };
}

/** Whether a request is open, or how it was decided. */
export function stateOf({
  decidedAt,
  granted,
}: Pick<QuotaRequestRecord, 'decidedAt' | 'granted'>): RequestResult['state'] {
  if (decidedAt === null) return 'open';
  return granted === null ? 'refused' : 'granted';
}
