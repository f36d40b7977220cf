/** Several services share a PostgreSQL database and a key. */
import type { Fault } from '../fault.ts';
import { withDatabase } from './database.ts';

const PROCESSES = 8;
const QUOTA = 1000;
const REQUESTS = 2000;
/** Of each process. */
const CLIENTS = 10;

export const POSTGRES_PROCESSES: Fault = {
  name: 'postgres-processes',
  must: `${PROCESSES} processes together allow exactly ${QUOTA} of ${REQUESTS} requests of a key, and refuse the others with 429`,
  run: () =>
    withDatabase(async (database) => {
      const { id, headers } = await database.issueKey(QUOTA);
      const services = await Promise.all(Array.from({ length: PROCESSES }, () => database.serve()));
      const statuses = new Map<number, number>();
      const perService = new Map<string, number>();
      const send = async (url: string) => {
        const response = await fetch(`${url}/api/v1/status`, { headers });
        await response.arrayBuffer();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status === 200) perService.set(url, (perService.get(url) ?? 0) + 1);
      };
      const client = async (url: string) => {
        for (let n = 0; n < REQUESTS / PROCESSES / CLIENTS; n += 1) await send(url);
      };
      await Promise.all(services.flatMap(({ url }) => Array.from({ length: CLIENTS }, () => client(url))));
      const used = await database.store.usedQuota(id, Temporal.Now.plainDateISO().toString());
      return {
        passed:
          statuses.get(200) === QUOTA &&
          statuses.get(429) === REQUESTS - QUOTA &&
          used === QUOTA &&
          // Otherwise they ran one after the other, and the figures would show nothing.
          perService.size > 1,
        figures: `${[...statuses]
          .toSorted()
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}; ${used} counted; allowed by ${perService.size} of ${PROCESSES}`,
      };
    }),
};
