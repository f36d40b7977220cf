import { describePostgres, postgresAddresses } from '../../service/store/postgres/server.fixture.ts';
import { programHere } from '../commands/program-here.fixture.ts';
import { describeZone } from './venue-zone.fixture.ts';

describePostgres('the time zone of a PostgreSQL schema', () => {
  const newAddress = postgresAddresses();
  describeZone(programHere(), () => {
    const address = newAddress();
    const setting = new URL(address.url);
    setting.searchParams.set('schema', address.schema);
    return { address, setting: setting.href, shown: 'postgres://…' };
  });
});
