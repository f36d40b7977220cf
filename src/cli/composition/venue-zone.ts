import { type DatabaseAddress, openExisting } from '../../service/store/open-store.ts';
import { type Store, TIME_ZONE } from '../../service/store/store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { PROGRAM } from './about.ts';
import { timeOf } from './clock.ts';

/** The settings that determine a venue's time zone: of the service, or of one of several venues. */
interface ZoneSettings extends Pick<Settings, 'database' | 'timeZone'> {
  readonly venues?: Settings['venues'];
  readonly venue?: string | null;
}

/** The time zone of the venue whose data a database has; null before the first service. */
export async function zoneIn(database: DatabaseAddress): Promise<string | null> {
  const store = await openExisting(database);
  if (store === null) return null;
  return store.metadata(TIME_ZONE).finally(() => store.close());
}

/** Stores the time zone of a venue, unless its store has one, and returns what is stored: of processes that begin together, the first decides. */
export async function keepZone(
  store: Pick<Store, 'metadata' | 'advance'>,
  timeZone: string,
): Promise<string> {
  const stored = await store.metadata(TIME_ZONE);
  if (stored !== null) return stored;
  await store.advance(TIME_ZONE, (value) => ({ value: value ?? timeZone, reports: [] }));
  return (await store.metadata(TIME_ZONE)) ?? timeZone;
}

/**
 * The settings with the time zone of the venue's data: the one of the first settings that were used with it. Throws `OperatorError` if these
 * ask for another; `where` names the setting.
 */
export async function inVenueZone<Given extends ZoneSettings>(
  settings: Given,
  store: Pick<Store, 'metadata' | 'advance'>,
  where = settings.venue ? `${settings.venue}.time_zone` : '--time-zone (HEADCOUNT_TIME_ZONE)',
): Promise<Given & { readonly timeZone: string }> {
  const timeZone = await keepZone(store, timeOf(settings).timeZone);
  const given = settings.timeZone ?? timeZone;
  if (!isSameZone(timeZone, given)) {
    throw new OperatorError(
      `${where}: the time zone of this venue is ${timeZone}, not ${given}; correct the setting, or stop all services and run ` +
        `\`${PROGRAM} migrate${flagsOf(settings)} --time-zone ${given}\``,
    );
  }
  return { ...settings, timeZone };
}

/** Returns whether two names mean the same zone, as Asia/Calcutta and Asia/Kolkata do. Only `stored` may be unknown to this program. */
function isSameZone(stored: string, given: string): boolean {
  try {
    return new Temporal.ZonedDateTime(0n, stored).equals(new Temporal.ZonedDateTime(0n, given));
  } catch (cause) {
    throw new OperatorError(`this program does not know the time zone ${stored} of the venue's data`, {
      cause,
    });
  }
}

/** The flags that a command needs to find the database; none if it is the default, or a variable names it. */
export function flagsOf({ database, venues, venue }: Omit<ZoneSettings, 'timeZone'>): string {
  if (venues && venue) return ` --venues ${venues.file} --venue ${venue}`;
  if (database === SETTINGS.database.default || 'HEADCOUNT_DATABASE' in process.env) return '';
  return ` --database ${database.engine === 'sqlite' ? `sqlite:${database.file}` : 'postgres://…'}`;
}
