/** A service whose report page has no limits, for a load from one machine: `report-server.ts DATABASE`. Prints its address. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { serviceApp } from '../../src/cli/commands/service-app.ts';
import { reportSecret } from '../../src/report-page/last-report.ts';
import { ReportLimits } from '../../src/report-page/report-limits.ts';
import { reportPage } from '../../src/report-page/report-page.ts';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { microsOf } from '../../src/service/domain/micros.ts';
import { parseTimetable } from '../../src/service/domain/timetable.ts';
import { BaseUrl } from '../../src/service/http/base-url.ts';
import { createHttpServer } from '../../src/service/http/http-server.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { quietSettings } from '../quiet-service.ts';

class NoLimits extends ReportLimits {
  override admitAttempt(): void {}
  override admitPerson(): void {}
}

const [, , file = ''] = process.argv;
const always = ['00:00-24:00'];
const hours = parseTimetable({
  weekly: { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always },
});
const settings = quietSettings({ form: 2, database: { engine: 'sqlite', file }, timeZone: 'UTC', hours });
const store = await openStore(settings.database, { create: false });
const logger = pino({ level: 'silent' });
const parts = {
  logger,
  clock: () => microsOf(Temporal.Now.instant()),
  baseUrl: new BaseUrl(null),
  observer: null,
  documentation: null,
  isServing: () => true,
};
const page = reportPage(
  {
    ...parts,
    store,
    time: new LocalTime('UTC'),
    timetable: hours,
    venueName: null,
    publicPage: false,
    trustedProxies: [],
    status: () => app.api.status(),
    secret: await reportSecret(store),
    code: null,
    location: false,
  },
  new NoLimits(),
);
const app = await serviceApp(settings, store, parts, { accountPage: null, reportPage: page });
await app.api.warmUp();
const server = createHttpServer(app.listener, logger).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
parts.baseUrl.listening('127.0.0.1', port);
console.log(`http://127.0.0.1:${port}`);
process.once('SIGTERM', () => process.exit());
