import type { Evidence } from '../evidence/evidence.ts';
import { keyPlaceholder } from '../requests/exchange.ts';
import type { Flaw } from './flaw.ts';

/** Bodies whose length is not the recorded one, or not the one of the Content-Length header. */
export function bodyFlaws({ exchanges }: Pick<Evidence, 'exchanges'>): readonly Flaw[] {
  return exchanges.flatMap(({ number, response }): readonly Flaw[] => {
    if (response === undefined) return [];
    const { body, bytes, headers } = response;
    const flaw = (message: string): Flaw => ({ check: 'bodies', message, exchange: number });
    // The gate replaces its key, and what is not UTF-8
    const isAsReceived = !body.includes(keyPlaceholder) && !body.includes('\ufffd');
    const length = new TextEncoder().encode(body).length;
    if (isAsReceived && length !== bytes) return [flaw(`its body has ${length} bytes, but ${bytes} arrived`)];
    const announced = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
    return announced === undefined || Number(announced) === bytes
      ? []
      : [flaw(`${bytes} bytes arrived, but Content-Length is ${announced}`)];
  });
}
