/** Several services share an SQLite database and a key. */
import { startService } from '../serving/servers.ts';
import type { Fault } from './fault.ts';
import { contentsOf, createDatabase } from './sqlite-database.ts';

const PROCESSES = 8;
const QUOTA = 1000;
const REQUESTS = 2000;

const oneKey: Fault = {
  name: 'sqlite-processes',
  must: `${PROCESSES} processes together allow exactly ${QUOTA} of ${REQUESTS} requests of a key, and refuse the others with 429`,
  async run(scratch) {
    const { file, key, keyId } = await createDatabase(scratch, { quota: QUOTA });
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => startService(file, ['--log-level', 'silent'])),
    );
    try {
      const statuses = new Map<number, number>();
      await Promise.all(
        Array.from({ length: REQUESTS }, async (_, index) => {
          const { url } = services[index % PROCESSES] as (typeof services)[number];
          const response = await fetch(`${url}/api/v1/status`, {
            headers: { Authorization: `Token ${key}` },
          });
          await response.arrayBuffer();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        }),
      );
      const used = (await contentsOf(file)).used(keyId);
      return {
        passed: statuses.get(200) === QUOTA && statuses.get(429) === REQUESTS - QUOTA && used === QUOTA,
        figures: `${[...statuses]
          .toSorted()
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}; ${used} counted`,
      };
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
  },
};

export const SQLITE_PROCESSES: readonly Fault[] = [oneKey];
