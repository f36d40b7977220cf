import { isObject, parseJson } from '../contract/json.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isRefused, keyRefused } from '../evidence/first-requests.ts';
import { titleOf } from '../evidence/wrong-place.ts';
import { curlOf } from '../requests/curl.ts';
import type { Exchange } from '../requests/exchange.ts';
import { limits } from '../safety/limits.ts';
import { clipped } from '../safety/printable.ts';
import type { Judgment } from '../verdict/conclude.ts';
import { signOfTwoVersions } from './two-versions.ts';

type Run = Pick<Evidence, 'exchanges' | 'formDeclared' | 'level' | 'stopped' | 'readiness' | 'insecure'>;
type Forms = Pick<Judgment, 'formSeen'>;

/** Tells a reader how a run was connected, and why it says little about the deployment. */
export function adviceOn(run: Run, { formSeen }: Forms): readonly string[] {
  return [
    ...adviceOnConnection(run),
    ...(run.formDeclared === 'auto' || formSeen === 'unknown' || formSeen === run.formDeclared
      ? []
      : [`The deployment looks like Form ${formSeen}: perhaps --form ${formSeen} or --form auto is meant.`]),
    ...adviceOnTarget(run),
  ];
}

function adviceOnConnection({ readiness, insecure }: Run): readonly string[] {
  return [
    ...(insecure === true
      ? ['Certificates were not checked (--insecure): another server may have responded.']
      : []),
    ...(readiness === undefined || readiness.notReady !== undefined || readiness.requests === 1
      ? []
      : [
          `The deployment was ready after ${readiness.seconds} s and ${readiness.requests} requests, which are not part of the run.`,
        ]),
  ];
}

/** The key is refused, or the target is a mock. */
function adviceOnTarget(run: Run): readonly string[] {
  if (run.stopped === keyRefused) return adviceOnKey(run);
  const mixture = signOfTwoVersions(run.exchanges);
  if (mixture !== undefined)
    return [`${mixture}: perhaps two versions respond. Run the gate again when one has replaced the other.`];
  const sign = run.level === 'full' ? signOfMock(run) : undefined;
  return sign === undefined
    ? []
    : [`${sign}. If the target is a mock, add --level contract, which checks only what a mock can meet.`];
}

function adviceOnKey({ exchanges }: Run): readonly string[] {
  const refused = exchanges.find((exchange) => isRefused(exchange));
  const scheme = /^\s*(\w+)/.exec(refused?.response?.headers['www-authenticate'] ?? '')?.[1];
  const title = titleOf(refused?.response?.body ?? '');
  const detail = detailOf(refused?.response?.body ?? '');
  const isOther = scheme !== undefined && scheme.toLowerCase() !== 'token';
  return [
    ...(detail === undefined ? [] : [`The deployment says: "${detail}"`]),
    'Check that HEADCOUNT_API_KEY, or the file of --key-file, holds a key of this deployment that has not expired and is not revoked.',
    ...(isOther
      ? [
          `The deployment asks for ${scheme} credentials: perhaps a proxy in front of it requires its own login.`,
        ]
      : []),
    ...(title === undefined
      ? []
      : [
          `The response is a page ("${title}"), not JSON: perhaps a firewall or an access proxy refused the request. --header adds a field that lets the gate pass.`,
        ]),
    ...(refused === undefined ? [] : ['Send one request yourself:', curlOf(refused)]),
  ];
}

/** Reads what a body says about an error: the `detail` of problem details (RFC 9457), or what other frameworks call it. */
function detailOf(text: string): string | undefined {
  const body = parseJson(text);
  const members = isObject(body)
    ? ['detail', 'message', 'error', 'error_description', 'title'].map((name) => body[name])
    : [];
  const detail = members.find((member) => typeof member === 'string' && member.trim() !== '');
  return typeof detail === 'string' ? clipped(detail.trim(), limits.quoteLength) : undefined;
}

/** The sign that the target may be a mock, as the start of a sentence. */
function signOfMock({ exchanges }: Run): string | undefined {
  if (exchanges.some(isByPrism)) return 'Prism, a mock server, sent responses';
  const unknown = exchanges.filter(({ credential }) => unknownKeys.includes(credential));
  // A mock may check parameters before it looks at the key
  return unknown.length > 1 && unknown.every(({ response }) => [200, 400].includes(response?.status ?? 0))
    ? 'Every endpoint accepts keys that were never issued'
    : undefined;
}

const unknownKeys: readonly string[] = ['wrong', 'truncated', 'headless', 'extended'];

function isByPrism({ response }: Exchange): boolean {
  return (
    response !== undefined &&
    ('sl-violations' in response.headers || response.body.slice(0, 200).includes('stoplight.io/prism/errors'))
  );
}
