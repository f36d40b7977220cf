import { describePostgres, postgresAddresses } from '../../service/store/postgres/server.fixture.ts';
import { programUnderTest } from './program.fixture.ts';
import { describeZone } from './venue-zone.fixture.ts';

describePostgres('the time zone of a PostgreSQL schema', () => {
  const newAddress = postgresAddresses();
  const newDatabase = () => {
    const { url, schema } = newAddress();
    const address = new URL(url);
    address.searchParams.set('schema', schema);
    return [address.href, 'postgres://…'] as const;
  };
  describeZone(programUnderTest(), newDatabase);
});
