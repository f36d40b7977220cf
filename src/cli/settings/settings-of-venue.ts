import { dirname, resolve } from 'node:path';
import type { DatabaseAddress } from '../../service/store/open-store.ts';
import { OperatorError } from './operator-error.ts';
import type { Settings } from './settings.ts';
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

/** The database of a venue that names none: beside that of the accounts. */
function databaseBeside(accounts: DatabaseAddress, id: string): DatabaseAddress {
  if (accounts.engine === 'postgres') {
    return { ...accounts, schema: `${accounts.schema}_${id.replaceAll('-', '_')}` };
  }
  return { engine: 'sqlite', file: resolve(dirname(accounts.file), 'venues', `${id}.sqlite`) };
}

/** Throws `OperatorError` if two venues have one URL or one database. One of them may have the URL of the service, and one its database. */
export function rejectConflicts(
  venues: readonly Venue[],
  service: Pick<Settings, 'database' | 'publicUrl'>,
): void {
  const urls = new Map<string, string>();
  const databases = new Map<string, string>();
  for (const venue of venues) {
    const { id, own } = venue;
    const { database } = settingsOf(venue, service);
    if (own.publicUrl) note(urls, id, 'url', own.publicUrl);
    note(databases, id, 'database', placeOf(database));
  }
}

function note(taken: Map<string, string>, id: string, field: string, value: string): void {
  const other = taken.get(value);
  if (other === undefined) taken.set(value, id);
  else if (field === 'url') throw new OperatorError(`${id}.url: ${value} is the URL of ${other}`);
  else throw new OperatorError(`${id}.database: it is the database of ${other}; each venue needs its own`);
}

function placeOf(database: DatabaseAddress): string {
  return database.engine === 'sqlite' ? resolve(database.file) : `${database.url} ${database.schema}`;
}
