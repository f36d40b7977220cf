/** Counters of requests, shared by all processes: one statement for all takes that come together. */
import type { QuotaAllowance, QuotaRequest, QuotaStore } from '../store.ts';
import type { Database, Statement } from './connection.ts';

/** Counters that nothing was taken from for this long go, by the server's clock, whatever day they are for. */
const KEPT = '35 days';

/**
 * Takes as much of each count as the quota still allows. The row's lock makes takes of other processes wait, and
 * the row as they left it is what is taken from. Rows are locked in one order everywhere, so that two statements
 * never wait for each other. A count that has reached the quota never comes down again, so it is refused without
 * a lock and without writing anything.
 */
const CONSUME: Statement = {
  name: 'consumeQuota',
  timeout: 5000,
  text: `
    WITH asked AS (
      SELECT key_id, day, take.quota, take.count, c.used
      FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[]) AS take (key_id, day, quota, count)
      LEFT JOIN request_count c USING (key_id, day)
    ), taken AS (
      INSERT INTO request_count AS c (key_id, day, used, granted, quota)
      SELECT key_id, day, least(count, quota), least(count, quota), quota
      FROM asked WHERE used IS NULL OR used < quota ORDER BY key_id, day
      ON CONFLICT (key_id, day) DO UPDATE
      SET used = c.used + least(excluded.granted, greatest(0, excluded.quota - c.used)),
        granted = least(excluded.granted, greatest(0, excluded.quota - c.used)),
        quota = excluded.quota,
        touched_at = now()
      RETURNING key_id, day, used, granted
    )
    SELECT key_id, day, used, granted FROM taken
    UNION ALL
    SELECT key_id, day, used, 0 FROM asked WHERE used >= quota`,
};

const USED: Statement = {
  name: 'usedQuota',
  text: 'SELECT used FROM request_count WHERE key_id = $1 AND day = $2',
};

export function quotaStore(database: Database): QuotaStore {
  let cleanedFor = '';

  return {
    async consumeQuota(requests) {
      const [first] = requests;
      if (first === undefined) return [];
      if (first.day !== cleanedFor) {
        cleanedFor = first.day;
        await database.run(`DELETE FROM request_count WHERE touched_at < now() - interval '${KEPT}'`);
      }
      const allowances: QuotaAllowance[] = [];
      for (const round of roundsOf(requests)) {
        const rows = await database.rows<CountRow>(
          CONSUME,
          round.map(({ key }) => key),
          round.map(({ day }) => day),
          round.map(({ quota }) => quota),
          round.map(({ members }) => members.reduce((sum, { count }) => sum + count, 0)),
        );
        const counts = new Map(rows.map((row) => [`${row.key_id} ${row.day}`, row]));
        for (const group of round) {
          const row = counts.get(nameOf(group));
          if (row === undefined) throw new Error('a count was not found right after it was taken from');
          share(row, group.members, allowances);
        }
      }
      return allowances;
    },

    async usedQuota(key, day) {
      const [row] = await database.rows<{ used: number }>(USED, key, day);
      return row?.used ?? 0;
    },
  };
}

interface CountRow {
  readonly key_id: number;
  readonly day: string;
  readonly used: number;
  readonly granted: number;
}

/** Takes that are asked for as one; `members` are their counts and their places among all. */
interface Group {
  readonly key: number;
  readonly day: string;
  readonly quota: number;
  readonly members: { readonly place: number; readonly count: number }[];
}

/**
 * The requests in rounds, since one statement touches a row once: requests of the same key, day and quota become one, and
 * those that differ in the quota alone come one after the other.
 */
function roundsOf(requests: readonly QuotaRequest[]): readonly (readonly Group[])[] {
  const groups = new Map<string, Group[]>();
  for (const [place, request] of requests.entries()) {
    const member = { place, count: request.count };
    const name = nameOf(request);
    const ofKey = groups.get(name) ?? [];
    groups.set(name, ofKey);
    const last = ofKey.at(-1);
    if (last?.quota === request.quota) last.members.push(member);
    else ofKey.push({ key: request.key, day: request.day, quota: request.quota, members: [member] });
  }
  const all = [...groups.values()];
  const most = Math.max(...all.map((ofKey) => ofKey.length));
  return Array.from({ length: most }, (_, round) =>
    all.flatMap((ofKey) => {
      const group = ofKey[round];
      return group === undefined ? [] : [group];
    }),
  );
}

function nameOf({ key, day }: { readonly key: number; readonly day: string }): string {
  return `${key} ${day}`;
}

/** Deals what was granted to a group out to its members, in their order. */
function share(row: CountRow, members: Group['members'], allowances: QuotaAllowance[]): void {
  let usedBefore = row.used - row.granted;
  let left = row.granted;
  for (const { place, count } of members) {
    const allowed = Math.min(left, count);
    allowances[place] = { usedBefore, allowed };
    usedBefore += allowed;
    left -= allowed;
  }
}
