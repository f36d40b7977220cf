/** Sign-in links and sessions, in tables whose changes don't raise the version of the data (record 30). */
import type { LinkTimes, Session, SessionStore } from '../account-store.ts';
import type { Owner } from '../checkpoints.ts';
import { erase, lock, rows, run, type StoreDatabase } from '../statements.ts';
import { emailOf } from './accounts.ts';

export const LINK_SQL = {
  count: 'SELECT count(*) AS count FROM sign_in_link WHERE email = $1 AND created_at > $2',
  find: 'SELECT email FROM sign_in_link WHERE hash = $1 AND used_at IS NULL AND expires_at > $2',
  /** If two processes use a link at the same time, the second finds it used. */
  use: `
    UPDATE sign_in_link SET used_at = $2
    WHERE used_at IS NULL AND email = (
      SELECT email FROM sign_in_link WHERE hash = $1 AND used_at IS NULL AND expires_at > $2)
    RETURNING email, hash = $1 AS asked`,
  list: `
    SELECT nullif(created_at, 0) AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
    FROM sign_in_link WHERE email = $1 ORDER BY expires_at DESC`,
  deleteExpired: 'DELETE FROM sign_in_link WHERE created_at <= $1 AND expires_at <= $2',
};

/** `ofDatabase`: `AND` and a condition that sessions must meet, if any. */
export function sessionSql(ofDatabase: string) {
  return {
    find: `
      SELECT account_id AS account, created_at AS "createdAt", expires_at AS "expiresAt"
      FROM session WHERE hash = $1 AND expires_at > $2 ${ofDatabase}`,
    list: `
      SELECT created_at AS "createdAt", expires_at AS "expiresAt"
      FROM session WHERE account_id = $1 ${ofDatabase} ORDER BY created_at DESC`,
    end: `DELETE FROM session WHERE account_id = $1 ${ofDatabase}`,
    deleteExpired: 'DELETE FROM session WHERE expires_at <= $1',
  };
}

/** In a database that takes the place of another, accounts have other ids, so sessions are stored with their `owner` and not found then. */
export function sessionStore(database: StoreDatabase, owner: Owner): SessionStore {
  const sql = sessionSql(owner.condition);
  const addSession = `
    INSERT INTO session (hash, account_id, created_at, expires_at ${owner.column})
    VALUES ($1, $2, $3, $4 ${owner.value})`;

  return {
    addSignInLink: ({ hash, email, createdAt, expiresAt }, { most, since }) =>
      database.transaction(function* () {
        const address = emailOf(email);
        yield* lock(`link ${address}`);
        const [counted] = yield* rows<{ count: number }>(LINK_SQL.count, address, since);
        if ((counted?.count ?? 0) >= most) return false;
        yield* run(
          'INSERT INTO sign_in_link (hash, email, created_at, expires_at) VALUES ($1, $2, $3, $4)',
          hash,
          address,
          createdAt,
          expiresAt,
        );
        return true;
      }),

    async uncountSignInLink(hash) {
      await database.run('UPDATE sign_in_link SET created_at = 0 WHERE hash = $1', hash);
    },

    async signInLink(hash, now) {
      const [link] = await database.rows<{ email: string }>(LINK_SQL.find, hash, now);
      return link?.email ?? null;
    },

    async useSignInLink(hash, now) {
      const used = await database.transaction(() =>
        rows<{ email: string; asked: boolean | 0 | 1 }>(LINK_SQL.use, hash, now),
      );
      return used.find(({ asked }) => Boolean(asked))?.email ?? null;
    },

    deleteSignInLinks: (email) =>
      database.transaction(function* () {
        yield* run('DELETE FROM sign_in_link WHERE email = $1', emailOf(email));
        yield* erase();
      }),

    async addSession({ hash, account, createdAt, expiresAt }) {
      await database.run(addSession, hash, account, createdAt, expiresAt);
    },

    async findSession(hash, now) {
      const [session] = await database.rows<Session>({ name: 'findSession', text: sql.find }, hash, now);
      return session ?? null;
    },

    signInLinksOf: (email) => database.rows<LinkTimes>(LINK_SQL.list, emailOf(email)),
    sessionsOf: (account) => database.rows<Omit<Session, 'account'>>(sql.list, account),
    endSessions: (account) => database.run(sql.end, account),

    async blockSignIn(emailHash, until) {
      await database.run(
        `INSERT INTO blocked_address (hash, until) VALUES ($1, $2)
         ON CONFLICT (hash) DO UPDATE SET until = excluded.until WHERE blocked_address.until < excluded.until`,
        emailHash,
        until,
      );
    },

    async isSignInBlocked(emailHash, now) {
      const blocks = 'SELECT 1 FROM blocked_address WHERE hash = $1 AND until > $2';
      return (await database.rows(blocks, emailHash, now)).length > 0;
    },

    deleteExpired: (now, { since }) =>
      database.transaction(function* () {
        yield* run(sql.deleteExpired, now);
        yield* run('DELETE FROM blocked_address WHERE until <= $1', now);
        if ((yield* run(LINK_SQL.deleteExpired, since, now)) > 0) yield* erase();
      }),
  };
}
