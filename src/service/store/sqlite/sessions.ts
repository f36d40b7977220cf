/** Sign-in links and sessions, in the file of counters (decision 30). */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros } from '../../domain/micros.ts';
import type { LinkTimes, Session, SessionStore } from '../account-store.ts';
import { emailOf } from '../rows.ts';
import { allRows, emptyLog, firstRow, REQUEST_PATIENCE, transaction } from './connection.ts';

export const SESSION_SQL = {
  countLinks: 'SELECT count(*) AS count FROM sign_in_link WHERE email = ? AND created_at > ?',
  deleteLinks: 'DELETE FROM sign_in_link WHERE created_at <= ? AND expires_at <= ?',
  findLink: 'SELECT email FROM sign_in_link WHERE hash = ? AND used_at IS NULL AND expires_at > ?',
  useLinks: 'UPDATE sign_in_link SET used_at = ? WHERE email = ? AND used_at IS NULL',
  findSession: `
    SELECT account_id AS account, created_at AS createdAt, expires_at AS expiresAt
    FROM session WHERE hash = ? AND identity = ? AND expires_at > ?`,
  linksOf: `
    SELECT nullif(created_at, 0) AS createdAt, expires_at AS expiresAt, used_at AS usedAt
    FROM sign_in_link WHERE email = ? ORDER BY expires_at DESC`,
  sessionsOf: `
    SELECT created_at AS createdAt, expires_at AS expiresAt
    FROM session WHERE account_id = ? AND identity = ? ORDER BY created_at DESC`,
  deleteSessions: 'DELETE FROM session WHERE expires_at <= ?',
  endSessions: 'DELETE FROM session WHERE account_id = ? AND identity = ?',
};

/** `databaseId`: in a database that takes the place of this one, accounts have other ids, so sessions are not found. */
export function sessionStore(connection: DatabaseSync, databaseId: string): SessionStore {
  const countLinks = connection.prepare(SESSION_SQL.countLinks);
  const addLink = connection.prepare(
    'INSERT INTO sign_in_link (hash, email, created_at, expires_at) VALUES (?, ?, ?, ?)',
  );
  const uncountLink = connection.prepare('UPDATE sign_in_link SET created_at = 0 WHERE hash = ?');
  const findLink = connection.prepare(SESSION_SQL.findLink);
  const useLinks = connection.prepare(SESSION_SQL.useLinks);
  const deleteLinksOf = connection.prepare('DELETE FROM sign_in_link WHERE email = ?');
  const addSession = connection.prepare(
    'INSERT INTO session (hash, identity, account_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const findSession = connection.prepare(SESSION_SQL.findSession);
  const linksOf = connection.prepare(SESSION_SQL.linksOf);
  const sessionsOf = connection.prepare(SESSION_SQL.sessionsOf);
  const endSessions = connection.prepare(SESSION_SQL.endSessions);
  const block = connection.prepare(`
    INSERT INTO blocked_address (hash, until) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET until = max(until, excluded.until)`);
  const isBlocked = connection.prepare('SELECT 1 FROM blocked_address WHERE hash = ? AND until > ?');
  const deleteLinks = connection.prepare(SESSION_SQL.deleteLinks);
  const deleteSessions = connection.prepare(SESSION_SQL.deleteSessions);
  const deleteBlocks = connection.prepare('DELETE FROM blocked_address WHERE until <= ?');

  const addressOf = (hash: Uint8Array, now: Micros) =>
    firstRow<{ email: string }>(findLink, hash, now)?.email ?? null;
  const write = <T>(work: () => T) => transaction(connection, work, REQUEST_PATIENCE);

  return {
    addSignInLink: ({ hash, email, createdAt, expiresAt }, { most, since }) =>
      write(() => {
        const address = emailOf(email);
        const { count } = firstRow<{ count: number }>(countLinks, address, since) ?? { count: 0 };
        if (count >= most) return false;
        addLink.run(hash, address, createdAt, expiresAt);
        return true;
      }),

    uncountSignInLink: (hash) =>
      write(() => {
        uncountLink.run(hash);
      }),

    signInLink: async (hash, now) => addressOf(hash, now),

    useSignInLink: (hash, now) =>
      write(() => {
        const email = addressOf(hash, now);
        if (email !== null) useLinks.run(now, email);
        return email;
      }),

    async deleteSignInLinks(email) {
      await write(() => void deleteLinksOf.run(emailOf(email)));
      emptyLog(connection);
    },

    addSession: ({ hash, account, createdAt, expiresAt }) =>
      write(() => {
        addSession.run(hash, databaseId, account, createdAt, expiresAt);
      }),

    findSession: async (hash, now) => firstRow<Session>(findSession, hash, databaseId, now) ?? null,

    signInLinksOf: async (email) => allRows<LinkTimes>(linksOf, emailOf(email)),
    sessionsOf: async (account) => allRows<Omit<Session, 'account'>>(sessionsOf, account, databaseId),

    endSessions: (account) => write(() => Number(endSessions.run(account, databaseId).changes)),

    blockSignIn: (emailHash, until) =>
      write(() => {
        block.run(emailHash, until);
      }),

    isSignInBlocked: async (emailHash, now) => firstRow(isBlocked, emailHash, now) !== undefined,

    async deleteExpired(now, { since }) {
      const links = await write(() => {
        deleteSessions.run(now);
        deleteBlocks.run(now);
        return deleteLinks.run(since, now).changes;
      });
      if (links > 0) emptyLog(connection);
    },
  };
}
