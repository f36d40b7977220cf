import pino from 'pino';
import { type Service, startService } from '../src/cli/commands/service.ts';
import type { Settings } from '../src/cli/commands/settings.ts';
import type { Micros } from '../src/service/domain/micros.ts';
import type { Store } from '../src/service/store/store.ts';

/** What a bench chooses of a service in its own process. */
type Chosen = Pick<Settings, 'form' | 'database' | 'timeZone' | 'hours'>;

/** Settings of a service on a free port that logs nothing. */
export function quietSettings(chosen: Chosen): Settings {
  return {
    ...chosen,
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    photoHost: null,
    publicPage: false,
    reportPage: false,
    reportCode: null,
    reportLocation: false,
    venues: null,
    venueName: null,
    trustProxy: [],
    contact: 'the operator',
    asOf: null,
    logLevel: 'silent',
    metricsPort: null,
    metricsHost: '127.0.0.1',
    drainSeconds: 1,
    keepAliveSeconds: 75,
    smtp: null,
    mailFrom: null,
    keysPerAccount: 2,
    eligibleDomains: [],
    deniedDomains: [],
  };
}

/** Starts a service on a free port that logs nothing and has no documentation; `clock` returns its time. */
export function startQuietService(store: Store, chosen: Chosen, clock: () => Micros): Promise<Service> {
  const documentation = { folder: '/nowhere', isBeingBuilt: () => false };
  return startService(quietSettings(chosen), store, {
    clock,
    logger: pino({ level: 'silent' }),
    documentation,
  });
}
