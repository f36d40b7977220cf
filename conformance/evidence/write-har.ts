import { createHash } from 'node:crypto';
import { loadContract } from '../contract/contract.ts';
import { planText } from '../requests/plan.ts';
import { printableJson } from '../safety/printable.ts';
import type { Evidence } from './evidence.ts';
import { entryOf, headOf } from './har.ts';
import { gateVersion, linkText, type Origin } from './seal.ts';

/** The run as an HTTP archive. Any HAR viewer shows it; the fields with an underscore let the gate judge it again. */
export function writeHar(evidence: Evidence): string {
  return [...harParts(evidence)].join('');
}

/** The archive in pieces, one for each exchange. A chain of hashes seals it against changes by hand. */
export function* harParts(evidence: Evidence): Iterable<string> {
  const head = { ...headOf(evidence), _gate: originHere() };
  let digest = sha256(linkText('', head));
  yield `{"log":${printableJson(head).slice(0, -1)},"entries":[`;
  for (const [at, exchange] of evidence.exchanges.entries()) {
    const entry = entryOf(exchange);
    digest = sha256(linkText(digest, entry));
    yield `${at === 0 ? '' : ','}\n${printableJson(entry, 1)}`;
  }
  yield `],"_seal":"${digest}"}}\n`;
}

function originHere(): Origin {
  const [form1, form2] = ([1, 2] as const).map((form) => loadContract(form).hash);
  return { version: gateVersion, plan: sha256(planText()), documents: [form1 ?? '', form2 ?? ''] };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
