import { resolve } from 'node:path';
import type { DatabaseAddress } from '../../service/store/open-store.ts';
import { OperatorError } from '../commands/failure.ts';
import type { Settings } from '../commands/settings.ts';
import { settingsOf } from '../commands/venues/venue-settings.ts';
import type { Venue } from '../commands/venues/venues-file.ts';

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
    if (own['publicUrl'] !== undefined) note(urls, id, 'url', own['publicUrl'] as string);
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
