import { dirname, resolve } from 'node:path';
import type { DatabaseAddress } from '../../../service/store/open-store.ts';
import type { Settings } from '../settings.ts';
import type { Venue } from './venues-file.ts';

/** The settings of a venue in a service with others, or of a command that has only some. */
export function settingsOf<Given extends Partial<Settings>>({ id, own }: Venue, service: Given): Given {
  const { database, publicUrl } = service;
  return {
    ...service,
    ...(publicUrl && { publicUrl: `${publicUrl}/${id}` }),
    ...(database && { database: databaseBeside(database as DatabaseAddress, id) }),
    ...own,
  };
}

/** Where the reports of a venue are, unless it says so: beside the database of the accounts. */
function databaseBeside(accounts: DatabaseAddress, id: string): DatabaseAddress {
  if (accounts.engine === 'postgres') {
    return { ...accounts, schema: `${accounts.schema}_${id.replaceAll('-', '_')}` };
  }
  return { engine: 'sqlite', file: resolve(dirname(accounts.file), 'venues', `${id}.sqlite`) };
}
