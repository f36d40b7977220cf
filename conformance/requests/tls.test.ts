import { createServer, type ServerOptions } from 'node:https';
import { describe, expect, it } from 'vitest';
import { AUTHORITY, CLIENT, ELSEWHERE, EXPIRED, SERVER } from '../testing/certificates.fixture.ts';
import { reasonOf } from './network-error.ts';
import { createSendRequest, type Network } from './send-request.ts';

/** Returns the status of a request to a server with the options, or why there is none. */
async function resultOf(server: ServerOptions, network: Network): Promise<string> {
  const https = createServer(server, (_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  const address = https.address();
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api/v1/status`;
  const send = createSendRequest({ environment: {}, ...network });
  try {
    const init = {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: AbortSignal.timeout(5000),
    } as const;
    const { status, body } = await send(new URL(url), init);
    for await (const _ of body ?? []) break;
    return String(status);
  } catch (error) {
    return reasonOf(error);
  } finally {
    https.closeAllConnections();
    await new Promise((resolve) => https.close(resolve));
  }
}

const trusting: Network = { ca: [AUTHORITY] };
const asksForClient: ServerOptions = {
  ...SERVER,
  requestCert: true,
  rejectUnauthorized: true,
  ca: AUTHORITY,
};

describe('a deployment with TLS', () => {
  it.each<[string, ServerOptions, Network, RegExp]>([
    ['of an authority that is not known', SERVER, {}, /authority that this machine doesn't know.*--ca FILE/],
    ['of that authority, which is named', SERVER, trusting, /^200$/],
    ['for another host', ELSEWHERE, trusting, /certificate is for another host name/],
    ['that has expired', EXPIRED, trusting, /certificate has expired \(CERT_HAS_EXPIRED\)/],
    ['that has expired, unchecked', EXPIRED, { insecure: true }, /^200$/],
  ])('and a certificate %s', async (_title, server, network, result) => {
    expect(await resultOf(server, network)).toMatch(result);
  });

  it('that wants a certificate of the client gets the one that is named', async () => {
    expect(await resultOf(asksForClient, trusting)).toMatch(/--client-cert and --client-key/);
    expect(await resultOf(asksForClient, { ...trusting, certificate: CLIENT })).toBe('200');
  });

  it('is told from one without', async () => {
    const { createServer: plain } = await import('node:http');
    const server = plain((_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = new URL(`https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
    const init = {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      signal: AbortSignal.timeout(5000),
    } as const;
    const failure = await createSendRequest({ environment: {} })(url, init).catch(reasonOf);
    server.close();
    expect(failure).toMatch(/no TLS on this port; use http/);
  });
});
