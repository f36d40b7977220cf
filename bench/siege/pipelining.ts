import type { Siege } from './siege.ts';
import { get, type Storm, storm } from './storm.ts';

/** On each connection, in 40 to 80 KB. */
const REQUESTS = 1100;
/** As many as the service lets wait. */
const FEW = 16;
const SHARED: Pick<Storm, 'connections' | 'total'> = { connections: 11, total: 2000 };
const FILE = 'GET /explorer.js HTTP/1.1\r\nHost:a\r\n';
const REFERENCE = 'GET /docs/openapi/form-2.html HTTP/1.1\r\nHost:a\r\n';
const BROTLI = 'Accept-Encoding:br\r\n';

/** Many requests on one connection. */
export const PIPELINING: readonly Siege[] = [
  piped('files', `${FILE}\r\n`),
  piped('files, with br', `${FILE}${BROTLI}\r\n`),
  piped('reference pages, with br', `${REFERENCE}${BROTLI}\r\n`),
  piped('files, clients leave', `${FILE}\r\n`, { leaves: 'once written' }),
  piped('files, clients never read', `${FILE}\r\n`, { reads: 'never' }),
  piped('files, a few on each connection', `${FILE}${BROTLI}\r\n`, { connections: 50, total: 20_000 }, FEW),
  piped('files, a few, clients leave', `${FILE}\r\n`, { leaves: 'once written', total: 20_000 }, FEW),
  {
    name: 'pipelined exports, clients never read',
    attack(target, signal) {
      const fields = { Connection: 'keep-alive', Authorization: `Token ${target.key}` };
      const bytes = Buffer.from(get('/api/v1/export.csv', fields).repeat(FEW));
      return storm(target, signal, { ...SHARED, bytes: () => bytes, reads: 'never' });
    },
  },
];

function piped(what: string, request: string, how: Partial<Storm> = {}, count = REQUESTS): Siege {
  const bytes = Buffer.from(request.repeat(count));
  return {
    name: `pipelined ${what}`,
    attack: (target, signal) => storm(target, signal, { ...SHARED, bytes: () => bytes, ...how }),
  };
}
