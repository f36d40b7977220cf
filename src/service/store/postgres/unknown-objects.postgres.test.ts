import { expect, it } from 'vitest';
import { check } from '../backup/check.ts';
import { openPostgresStore } from './postgres-store.ts';
import { asOperator, describePostgres, postgresAddresses } from './server.fixture.ts';

describePostgres('objects that nobody knows', () => {
  const newAddress = postgresAddresses();

  it('are named by a check, by the side of everything else', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    expect((await check(address)).problems).toEqual([]);
    await asOperator(
      address,
      `CREATE FUNCTION unrevoke() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.revoked_at = NULL; RETURN NEW; END $$;
       CREATE TRIGGER unrevoke BEFORE UPDATE ON api_key FOR EACH ROW EXECUTE FUNCTION unrevoke();
       CREATE VIEW numbers AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
       CREATE TABLE notes (text text UNIQUE);
       CREATE RULE keep AS ON DELETE TO audit_event DO INSTEAD NOTHING;
       CREATE POLICY nobody ON audit_event;
       INSERT INTO week_count VALUES (1, 1)`,
    );
    const names = [
      'function unrevoke',
      'policy nobody of the table audit_event',
      'rule keep of the table audit_event',
      'table notes',
      'trigger unrevoke of the table api_key',
      'view numbers',
    ];
    expect((await check(address)).problems).toEqual([
      ...names.map((name) => expect.stringContaining(`has the ${name}, which this program did not make`)),
      expect.stringMatching(/^weeks whose counts differ/),
    ]);
  });
});
