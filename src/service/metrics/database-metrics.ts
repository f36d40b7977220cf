import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { PoolUse, Store } from '../store/store.ts';
import { venueLabel } from './request-metrics.ts';

/** How long a scrape waits for the database, in milliseconds; Prometheus itself gives up after 10 s. */
export const SCRAPE_TIMEOUT = 2000;

const FILES = { data: '', 'data-wal': '-wal', quota: '-quota', 'quota-wal': '-quota-wal' } as const;

/** A device that may report. */
export interface HeardReporter {
  readonly id: number;
  readonly name: string;
  /** In seconds since 1970; 0: never. */
  readonly heardAt: number;
  /** How many reports it has missed; null while the venue is closed, or if none are expected. */
  readonly missed: number | null;
}

export interface DatabaseSources {
  readonly store: Pick<Store, 'version' | 'poolUse'>;
  /** Whether the database of each venue can be used, by its id; that of the accounts, or the one venue, without an id. Resolves in time. */
  readonly databasesUp: () => Promise<ReadonlyMap<string, boolean>>;
  /** How many seconds each open venue has had no report, by its id, which is empty if there is only one. Resolves in time. */
  readonly reportAges: () => Promise<ReadonlyMap<string, number>>;
  /** How many seconds the present opening of each open venue has, by its id. */
  readonly openings: () => Promise<ReadonlyMap<string, number>>;
  /** The devices that may report at each venue, by its id. Resolves in time. */
  readonly reporters: () => Promise<ReadonlyMap<string, readonly HeardReporter[]>>;
  /** When the last backup of each venue was made, by its id; of the accounts, or the one venue, without an id. Resolves in time. */
  readonly backups: () => Promise<ReadonlyMap<string, string>>;
  /** The SQLite file; null for a server. */
  readonly file: string | null;
}

/** Registers what can be known about the database without slowing it down. */
export function registerDatabaseMetrics(registry: Registry, sources: DatabaseSources): void {
  const { store, databasesUp, reportAges, openings, backups, file } = sources;
  const registers = [registry];
  new Gauge({
    name: 'headcount_database_up',
    help: 'Whether the database can be used: 1 or 0. While all are 1, /readyz is 200.',
    labelNames: ['venue'],
    registers,
    async collect() {
      this.reset();
      for (const [venue, isUp] of await databasesUp()) this.set(venueLabel(venue), isUp ? 1 : 0);
    },
  });
  new Gauge({
    name: 'headcount_database_data_version',
    help: 'A number that changes with every commit of reports, photos or keys.',
    registers,
    async collect() {
      const version = await inTime((async () => await store.version())());
      if (version !== null) this.set(version);
    },
  });
  new Gauge({
    name: 'headcount_last_backup_timestamp_seconds',
    help: 'When the last backup that succeeded was made, in seconds since 1970; 0 if none is known.',
    labelNames: ['venue'],
    registers,
    async collect() {
      this.reset();
      for (const [venue, madeAt] of await backups()) {
        this.set(venueLabel(venue), Temporal.Instant.from(madeAt).epochMilliseconds / 1000);
      }
    },
  });
  new Gauge({
    name: 'headcount_newest_report_age_seconds',
    help: 'Seconds without a report since the venue opened, up to a day; absent while it is closed.',
    labelNames: ['venue'],
    registers,
    async collect() {
      this.reset();
      for (const [venue, age] of await reportAges()) this.set(venueLabel(venue), age);
    },
  });
  new Gauge({
    name: 'headcount_opening_seconds',
    help: 'Length of the present opening, up to two days; absent while the venue is closed.',
    labelNames: ['venue'],
    registers,
    async collect() {
      this.reset();
      for (const [venue, seconds] of await openings()) this.set(venueLabel(venue), seconds);
    },
  });
  registerReporters(registers, sources);
  registerPools(registers, () => store.poolUse?.() ?? []);
  if (file !== null) registerFiles(registers, file);
}

function registerReporters(registers: Registry[], { reporters }: DatabaseSources): void {
  const gauge = (name: string, help: string, read: (reporter: HeardReporter) => number | null) =>
    new Gauge({
      name: `headcount_reporter_${name}`,
      help,
      labelNames: ['venue', 'reporter', 'name'],
      registers,
      async collect() {
        this.reset();
        for (const [venue, ofVenue] of await reporters()) {
          for (const one of ofVenue) {
            const value = read(one);
            if (value !== null) this.set({ ...venueLabel(venue), reporter: one.id, name: one.name }, value);
          }
        }
      },
    });
  gauge(
    'last_heard_timestamp_seconds',
    'Time of the newest report of a device, in seconds since 1970; 0 if it has sent none.',
    ({ heardAt }) => heardAt,
  );
  gauge(
    'missed_reports',
    'Reports in a row that a device should have sent since the venue opened; absent while it is closed, and without --every.',
    ({ missed }) => missed,
  );
}

function registerPools(registers: Registry[], poolUse: () => readonly PoolUse[]): void {
  const gauge = (name: string, help: string, read: (use: PoolUse) => number) =>
    new Gauge({
      name: `headcount_database_connections_${name}`,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const use of poolUse()) this.set({ pool: use.pool }, read(use));
      },
    });
  gauge('in_use', 'Connections of a pool that are in use; PostgreSQL only.', ({ inUse }) => inUse);
  gauge('limit', 'The most connections of a pool; PostgreSQL only.', ({ limit }) => limit);
  gauge('waiting', 'Calls that wait for a connection of a pool; PostgreSQL only.', ({ waiting }) => waiting);
}

function registerFiles(registers: Registry[], file: string): void {
  new Gauge({
    name: 'headcount_database_file_bytes',
    help: 'Size of a file of the SQLite database; 0 if it does not exist.',
    labelNames: ['file'],
    registers,
    async collect() {
      for (const [name, suffix] of Object.entries(FILES)) {
        const size = await stat(file + suffix).then(
          ({ size }) => size,
          () => 0,
        );
        this.set({ file: name }, size);
      }
    },
  });
  new Gauge({
    name: 'headcount_database_disk_free_bytes',
    help: 'Free space where the SQLite database is.',
    registers,
    async collect() {
      const disk = await statfs(dirname(file)).catch(() => null);
      if (disk !== null) this.set(disk.bavail * disk.bsize);
    },
  });
}

/** The result, or null if there is an error or it takes too long: a scrape reports an outage instead of failing with it. */
export async function inTime<T>(result: Promise<T>, timeout = SCRAPE_TIMEOUT): Promise<T | null> {
  const given = new AbortController();
  const late = delay(timeout, null, { signal: given.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([result.catch(() => null), late]);
  } finally {
    given.abort();
  }
}
