import { loadContract } from '../contract/contract.ts';
import { arrayIn, isObject, type JsonObject, parseJson } from '../contract/json.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { entryOf, readHar } from '../evidence/har.ts';
import { gateVersion, linkText } from '../evidence/seal.ts';
import { planText } from '../requests/plan.ts';
import { bodyFlaws } from './bodies.ts';
import type { Flaw } from './flaw.ts';
import { planFlaws } from './replay.ts';
import { timeFlaws } from './times.ts';

/** What the checks of a recording found. */
export interface Integrity {
  /**
   * `consistent`: a run of this gate can have left it. `inconsistent`: no run can have. `outdated`: consistent, but recorded
   * with other documents or another plan, which cannot be repeated. `foreign`: another tool recorded it, without a plan.
   */
  readonly state: 'consistent' | 'inconsistent' | 'outdated' | 'foreign';
  readonly flaws: readonly Flaw[];
}

/**
 * Checks whether a recording is one that a run of the gate leaves: it is sealed, agrees with itself, and the plan of the gate
 * leads from its responses to its requests. A recording of a whole invented but consistent service passes, as a mock's does.
 * Without `plan`, what computes with the bodies is left out.
 */
export async function checkRecording(text: string, { plan = true } = {}): Promise<Integrity> {
  const evidence = readHar(text);
  const har = parseJson(text.replace(/^\ufeff/, ''));
  const log = isObject(har) && isObject(har['log']) ? har['log'] : {};
  if (typeof evidence === 'string') throw new Error(evidence);
  if (evidence.recording !== undefined) return { state: 'foreign', flaws: [] };
  const origin = await originFlaws(log);
  const flaws = [
    ...(await sealFlaws(log)),
    ...entryFlaws(log, evidence),
    ...bodyFlaws(evidence),
    ...timeFlaws(evidence),
    ...(plan && origin.length === 0 ? await planFlaws(evidence) : []),
  ];
  const state = flaws.length > 0 ? 'inconsistent' : origin.length > 0 ? 'outdated' : 'consistent';
  return { state, flaws: [...flaws, ...origin] };
}

async function originFlaws(log: JsonObject): Promise<readonly Flaw[]> {
  const { version, plan, documents } = isObject(log['_gate']) ? log['_gate'] : {};
  const here = ([1, 2] as const).map((form) => loadContract(form).hash);
  const flaw = (message: string): Flaw => ({ check: 'origin', message });
  return [
    ...(JSON.stringify(documents) === JSON.stringify(here) ? [] : [flaw('recorded with other documents')]),
    ...(version === gateVersion && plan === (await sha256(planText()))
      ? []
      : [flaw('recorded by a gate with another plan')]),
  ];
}

async function sealFlaws(log: JsonObject): Promise<readonly Flaw[]> {
  const { entries: _, _seal: seal, ...head } = log;
  let digest = await sha256(linkText('', head));
  for (const entry of arrayIn(log, 'entries')) digest = await sha256(linkText(digest, Object(entry)));
  return seal === digest
    ? []
    : [{ check: 'seal', message: 'its seal does not match: it was changed after it was recorded' }];
}

/** Each entry tells everything twice, for viewers and for the gate. */
function entryFlaws(log: JsonObject, { exchanges, target }: Evidence): readonly Flaw[] {
  const entries = arrayIn(log, 'entries');
  return exchanges.flatMap((exchange, at): readonly Flaw[] => {
    const flaw = (message: string): Flaw => ({ check: 'entries', message, exchange: at + 1 });
    const same = JSON.stringify(entryOf(exchange)) === JSON.stringify(entries[at]);
    return [
      ...(same ? [] : [flaw('the parts of its entry contradict each other')]),
      ...(exchange.number === at + 1 ? [] : [flaw(`it has the number ${exchange.number}`)]),
      ...(exchange.url.startsWith(`${target}/api/v1/`) ? [] : [flaw('it was sent to another address')]),
    ];
  });
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
