/** Runs the gate on a service in this process whose clock a moment sets. */
import { join } from 'node:path';
import { type GateResult, runGate } from '../../../conformance/gate.ts';
import { judgingHere } from '../../../conformance/judging.ts';
import { createSendRequest } from '../../../conformance/requests/send-request.ts';
import { simulateReports } from '../../../src/cli/commands/simulate.ts';
import { LocalTime } from '../../../src/service/domain/local-time.ts';
import { HOUR } from '../../../src/service/domain/micros.ts';
import type { Timetable } from '../../../src/service/domain/timetable.ts';
import { apiKeyPrefix, hashApiKey, newApiKey } from '../../../src/service/keys/api-key.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { startQuietService } from '../../quiet-service.ts';
import type { Moment } from './moments.ts';

export interface ClockCase {
  readonly moment: Moment;
  readonly form: 1 | 2;
  readonly timetable: Timetable;
  /** Whether the Date header shows the service's time, or the machine's, as in a replay (`--as-of`). */
  readonly header: 'own' | 'machine';
}

/** What was requested of the service before its clock was set, so that it may have kept results of that time. */
const USED = ['status', 'chart', 'patterns', 'reports', 'export.csv', 'highlights'].map(
  (name) => `/api/v1/${name}`,
);

/** How many days of simulated reports the service has, up to three hours after the moment. */
const DAYS = 16;

/** Runs the gate, with a database in `folder`. */
export async function gateAt(
  { moment, form, timetable, header }: ClockCase,
  folder: string,
): Promise<GateResult> {
  const database = { engine: 'sqlite', file: join(folder, `${crypto.randomUUID()}.sqlite`) } as const;
  const store = await openStore(database, { create: true });
  const time = new LocalTime(moment.zone);
  let now = moment.at(0);
  const span = { start: now - DAYS * 24 * HOUR, end: now + 3 * HOUR };
  await store.addReports([simulateReports({ seed: 'clock', timetable, owner: null, time, span })]);
  const key = newApiKey();
  const account = { email: 'bench@university.example', createdAt: 0, quota: 1000 };
  await store.issueKey({ hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...account });
  const service = await startQuietService(
    store,
    { form, database, timeZone: moment.zone, hours: timetable },
    () => now,
  );
  let requests = 0;
  try {
    if (moment.usedAt !== undefined) {
      now = moment.usedAt;
      for (const path of USED) {
        const response = await fetch(service.url + path, { headers: { Authorization: `Token ${key}` } });
        await response.arrayBuffer();
      }
    }
    const send = createSendRequest();
    return await runGate({
      url: service.url,
      form,
      key,
      skipDredd: true,
      judging: judgingHere,
      fetch: async (url, init) => {
        now = moment.at(requests);
        requests += 1;
        const sentAt = now;
        const response = await send(url, init);
        if (header === 'machine') return response;
        const others = [...response.headers].filter(([name]) => name.toLowerCase() !== 'date');
        const date = ['date', new Date(sentAt / 1000).toUTCString()] as const;
        return { ...response, headers: [...others, date] };
      },
    });
  } finally {
    await service.close();
  }
}

/** What is wrong with a verdict, one line each; none if it is the one that the moment asks for. */
export function alarmsOf(
  { outcomes, problem, exitCode }: GateResult,
  { verdict = 'pass' }: Moment,
): readonly string[] {
  if (verdict === 'inconclusive') {
    const isRight = exitCode === 3 && problem?.includes('was set back') === true;
    return isRight ? [] : [`exit code ${exitCode} instead of 3: ${problem}`];
  }
  const failed = outcomes.filter(({ outcome }) => outcome === 'fail');
  return [
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}: ${problem ?? 'failed'}`]),
    ...failed.map(({ requirement, findings: [first] }) => {
      return `${requirement}: ${first?.message}; expected ${first?.expected}, seen ${first?.seen} (exchange ${first?.exchange})`;
    }),
  ];
}
