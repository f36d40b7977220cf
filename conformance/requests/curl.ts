import { otherHeaders } from './credentials.ts';
import { type Exchange, keyPlaceholder } from './exchange.ts';

/** The request as a command line; the key comes from the environment. */
export function curlOf({ method, url, authorization, credential }: Exchange): string {
  const quote = (text: string) =>
    text.includes(keyPlaceholder) || text.includes('${') || text.includes('$(')
      ? `"${text.replaceAll('"', '\\"')}"`
      : `'${text}'`;
  const headers =
    credential === 'elsewhere'
      ? otherHeaders(keyPlaceholder)
      : authorization === null
        ? []
        : [['Authorization', authorization] as const];
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    quote(url),
  ].join(' ');
}
