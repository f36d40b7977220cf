/** Devices that may report: found by the hash of their key, added and removed by operators. */
import { record } from '../accounts/audit.ts';
import { reporterExists } from '../errors.ts';
import type { LiveReportStore, Reporter } from '../live-report-store.ts';
import { rows, run, type StoreDatabase, type Transaction } from '../statements.ts';

const REPORTER_SQL = `
  SELECT id, name, prefix, created_at AS "createdAt", removed_at AS "removedAt", heard_at AS "heardAt", every
  FROM reporter`;

export function reporters(
  database: StoreDatabase,
): Pick<LiveReportStore, 'addReporter' | 'listReporters' | 'findReporter' | 'removeReporter'> {
  return {
    addReporter: ({ name, hash, prefix, createdAt, every = null }) =>
      database.transaction(function* () {
        const sql = 'SELECT 1 FROM reporter WHERE name = $1 AND removed_at IS NULL';
        if ((yield* rows(sql, name)).length > 0) throw reporterExists(name);
        const [inserted] = yield* rows<{ id: number }>(
          'INSERT INTO reporter (name, hash, prefix, created_at, every) VALUES ($1, $2, $3, $4, $5) RETURNING id',
          name,
          hash,
          prefix,
          createdAt,
          every,
        );
        const added = inserted === undefined ? null : yield* reporterById(inserted.id);
        if (added === null) throw new Error('the reporter that was just added is missing');
        yield* recordChange('reporter.added', added.id, createdAt);
        return added;
      }),

    listReporters: () => database.rows<Reporter>(`${REPORTER_SQL} ORDER BY id`),

    async findReporter(hash) {
      const [reporter] = await database.rows<Reporter>(
        { name: 'findReporter', text: `${REPORTER_SQL} WHERE hash = $1` },
        hash,
      );
      return reporter ?? null;
    },

    removeReporter: (id, at) =>
      database.transaction(function* () {
        const removed = yield* run(
          'UPDATE reporter SET removed_at = $2 WHERE id = $1 AND removed_at IS NULL',
          id,
          at,
        );
        if (removed > 0) yield* recordChange('reporter.removed', id, at);
        return yield* reporterById(id);
      }),
  };
}

function* reporterById(id: number): Transaction<Reporter | null> {
  const [reporter] = yield* rows<Reporter>(`${REPORTER_SQL} WHERE id = $1`, id);
  return reporter ?? null;
}

function* recordChange(
  action: 'reporter.added' | 'reporter.removed',
  id: number,
  at: number,
): Transaction<void> {
  yield* record({ at, actor: 'operator', action, account: null, detail: `reporter ${id}` });
}
