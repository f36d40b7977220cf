/** Runs the gate on a service in this process whose clock the case sets. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GateResult, runGate } from '../../conformance/gate.ts';
import { judgingHere } from '../../conformance/judging.ts';
import { createSendRequest } from '../../conformance/requests/send-request.ts';
import { issueKey } from '../../src/accounts/issue-key.ts';
import type { Timetable } from '../../src/service/domain/timetable.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import type { NewReport } from '../../src/service/store/store.ts';
import { startQuietService } from '../quiet-service.ts';
import type { Moment } from './moments.ts';

/** One run of the gate against the project's own service. */
export interface OwnCase {
  readonly moment: Moment;
  readonly form: 1 | 2;
  readonly hours: Timetable;
  /** Whether the Date header shows the service's time; otherwise the machine's, as in a replay (`--as-of`). */
  readonly isLive: boolean;
}

/** What was requested of the service before its clock was set, so that it may have kept results of that time. */
const USED = ['status', 'chart', 'patterns', 'reports', 'export.csv', 'highlights'];

/** Runs the gate on a new database with the reports. */
export async function gateAt(
  { moment, form, hours, isLive }: OwnCase,
  reports: readonly NewReport[],
): Promise<GateResult> {
  const folder = await mkdtemp(join(tmpdir(), 'own-'));
  const database = { engine: 'sqlite', file: join(folder, 'own.sqlite') } as const;
  const store = await openStore(database, { create: true });
  await store.addReports([reports]);
  let now = moment.usedAt ?? moment.at(0);
  const { secret } = await issueKey(store, { email: 'ada@example.edu', quota: 1_000_000, now });
  const service = await startQuietService(store, { form, database, timeZone: moment.zone, hours }, () => now);
  let requests = 0;
  try {
    await service.warmedUp;
    for (const name of moment.usedAt === undefined ? [] : USED) {
      const headers = { Authorization: `Token ${secret}` };
      await (await fetch(`${service.url}/api/v1/${name}`, { headers })).arrayBuffer();
    }
    const send = createSendRequest();
    return await runGate({
      url: service.url,
      form,
      key: secret,
      skipDredd: true,
      judging: judgingHere,
      fetch: async (url, init) => {
        now = moment.at(requests);
        requests += 1;
        const date = ['date', new Date(now / 1000).toUTCString()] as const;
        const response = await send(url, init);
        if (!isLive) return response;
        const others = [...response.headers].filter(([name]) => name.toLowerCase() !== 'date');
        return { ...response, headers: [...others, date] };
      },
    });
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

/** What is wrong with a verdict, one line each; none if it is the one that the moment asks for. */
export function complaintsAbout(
  { outcomes, problem, exitCode }: GateResult,
  { verdict = 'pass' }: Moment,
): readonly string[] {
  if (verdict === 'inconclusive') {
    const isRight = exitCode === 3 && problem?.includes('was set back') === true;
    return isRight ? [] : [`exit code ${exitCode} instead of 3: ${problem}`];
  }
  const failed = outcomes.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive');
  return [
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}: ${problem ?? 'failed'}`]),
    ...failed.map(
      ({ requirement, findings: [first] }) =>
        `${requirement}: ${first?.message}; expected ${first?.expected}, seen ${first?.seen} (exchange ${first?.exchange})`,
    ),
  ];
}
