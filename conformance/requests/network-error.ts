/** Problems of certificates, and the options that help, by the code of Node's error. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; compare the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name; use a name that it has in --url',
};
/** Why nothing is there, and what to look at, by the code of Node's error. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'nothing listens there: is it deployed, and --url right? With a larger --wait-ready SECONDS, the gate waits longer while it starts',
  ENOTFOUND: 'the host has no address: is --url right, and does this machine need a proxy?',
  EAI_AGAIN:
    'the address of the host cannot be looked up: does this machine have a network, or need a proxy?',
};
const UNKNOWN_AUTHORITY =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/** Why a request got no response, in a sentence that says what helps, if anything here does. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const { code = '' } = (cause ?? error) as NodeJS.ErrnoException;
  const message = cause?.message || error.message;
  const place = UNREACHABLE[code];
  if (place !== undefined) return `${place} (${message})`;
  if (UNKNOWN_AUTHORITY.test(code))
    return `its certificate is signed by an authority that this machine doesn't know; name the authority's certificate with --ca FILE (${code})`;
  const certificate = CERTIFICATES[code];
  if (certificate !== undefined) return `${certificate} (${code})`;
  if (/alert (number 116|certificate required|bad certificate)|CERTIFICATE_REQUIRED/i.test(message))
    return `it wants a certificate of the client; name one with --client-cert and --client-key (${code})`;
  if (/wrong version number|packet length too long/i.test(message))
    return `there is no TLS on this port; use http in --url if that is intended (${code})`;
  return cause !== undefined && code !== '' ? `${message} (${code})` : message;
}
