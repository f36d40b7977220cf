/** Sign-in links and sessions, in tables whose changes don't raise the version of the data (decision 30). */
import type { LinkTimes, Session, SessionStore } from '../account-store.ts';
import { emailOf } from '../rows.ts';
import { bytesOf } from './bytes.ts';
import type { Database } from './connection.ts';

export const SESSION_SQL = {
  countLinks: 'SELECT count(*) AS count FROM sign_in_link WHERE email = $1 AND created_at > $2',
  deleteLinks: 'DELETE FROM sign_in_link WHERE created_at <= $1 AND expires_at <= $2',
  findLink: 'SELECT email FROM sign_in_link WHERE hash = $1 AND used_at IS NULL AND expires_at > $2',
  /** Two processes that use a link at the same time lock its row one after the other, and the second finds it used. */
  useLinks: `
    UPDATE sign_in_link SET used_at = $2
    WHERE used_at IS NULL AND email = (
      SELECT email FROM sign_in_link WHERE hash = $1 AND used_at IS NULL AND expires_at > $2)
    RETURNING hash, email`,
  findSession: `
    SELECT account_id AS account, created_at AS "createdAt", expires_at AS "expiresAt"
    FROM session WHERE hash = $1 AND expires_at > $2`,
  linksOf: `
    SELECT nullif(created_at, 0) AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
    FROM sign_in_link WHERE email = $1 ORDER BY expires_at DESC`,
  sessionsOf: `
    SELECT created_at AS "createdAt", expires_at AS "expiresAt"
    FROM session WHERE account_id = $1 ORDER BY created_at DESC`,
  deleteSessions: 'DELETE FROM session WHERE expires_at <= $1',
  endSessions: 'DELETE FROM session WHERE account_id = $1',
};

export function sessionStore(database: Database): SessionStore {
  const { schema } = database.address;
  return {
    addSignInLink: ({ hash, email, createdAt, expiresAt }, { most, since }) =>
      database.transaction(async (statements) => {
        const address = emailOf(email);
        await statements.run('SELECT pg_advisory_xact_lock(hashtext($1))', `${schema} link ${address}`);
        const [counted] = await statements.rows<{ count: number }>(SESSION_SQL.countLinks, address, since);
        if ((counted?.count ?? 0) >= most) return false;
        await statements.run(
          'INSERT INTO sign_in_link (hash, email, created_at, expires_at) VALUES ($1, $2, $3, $4)',
          ...[bytesOf(hash), address, createdAt, expiresAt],
        );
        return true;
      }),

    async uncountSignInLink(hash) {
      await database.run('UPDATE sign_in_link SET created_at = 0 WHERE hash = $1', bytesOf(hash));
    },

    async signInLink(hash, now) {
      const [row] = await database.rows<{ email: string }>(SESSION_SQL.findLink, bytesOf(hash), now);
      return row?.email ?? null;
    },

    async useSignInLink(hash, now) {
      const used = await database.rows<{ hash: Buffer; email: string }>(
        SESSION_SQL.useLinks,
        ...[bytesOf(hash), now],
      );
      return used.find((row) => row.hash.equals(hash))?.email ?? null;
    },

    async deleteSignInLinks(email) {
      await database.run('DELETE FROM sign_in_link WHERE email = $1', emailOf(email));
    },

    async addSession({ hash, account, createdAt, expiresAt }) {
      await database.run(
        'INSERT INTO session (hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
        ...[bytesOf(hash), account, createdAt, expiresAt],
      );
    },

    async findSession(hash, now) {
      const [row] = await database.rows<Session>(
        { name: 'findSession', text: SESSION_SQL.findSession },
        ...[bytesOf(hash), now],
      );
      return row ?? null;
    },

    signInLinksOf: (email) => database.rows<LinkTimes>(SESSION_SQL.linksOf, emailOf(email)),
    sessionsOf: (account) => database.rows<Omit<Session, 'account'>>(SESSION_SQL.sessionsOf, account),

    endSessions: (account) => database.run(SESSION_SQL.endSessions, account),

    async blockSignIn(emailHash, until) {
      await database.run(
        `INSERT INTO blocked_address AS b (hash, until) VALUES ($1, $2)
         ON CONFLICT (hash) DO UPDATE SET until = greatest(b.until, excluded.until)`,
        ...[bytesOf(emailHash), until],
      );
    },

    async isSignInBlocked(emailHash, now) {
      const blocks = 'SELECT FROM blocked_address WHERE hash = $1 AND until > $2';
      return (await database.rows(blocks, bytesOf(emailHash), now)).length > 0;
    },

    async deleteExpired(now, { since }) {
      await database.run(SESSION_SQL.deleteLinks, since, now);
      await database.run(SESSION_SQL.deleteSessions, now);
      await database.run('DELETE FROM blocked_address WHERE until <= $1', now);
    },
  };
}
