import { requirementOf } from '../../conformance/contract/requirements.ts';
import type { Fault } from '../../conformance/reference/faults/fault.ts';
import type { Finding, Measured } from './measure.ts';

/**
 * Whether a gate names a fault by what it says first, apart from what it also says of the default variant. A gate that reports
 * requirements names it by one that the fault breaks. Any other names it by a finding at an endpoint of such a requirement that
 * contains the name of the member, parameter or status at the requirement's place in the documents, if that place has a name.
 */
export function isNamed(fault: Fault, { causes, findings }: Measured, usual: ReadonlySet<string>): boolean {
  if (causes !== undefined) return fault.requirements.some((id) => id === causes[0]);
  const first = findings?.find((finding) => !usual.has(keyOf(finding)));
  return first !== undefined && fault.requirements.some((id) => pointsTo(first, id));
}

/** What a gate says of the default variant. */
export function usualOf(measured: readonly Measured[], form: 1 | 2): ReadonlySet<string> {
  const findings = measured.find((one) => one.id === 'default' && one.form === form)?.findings ?? [];
  return new Set(findings.map(keyOf));
}

const keyOf = ({ endpoint, text }: Finding): string => `${endpoint} ${text.replaceAll(/\d+/g, '#')}`;

function pointsTo({ endpoint, text }: Finding, id: string): boolean {
  const { at, endpoints } = requirementOf(id);
  const name = nameAt(at);
  return endpoints.includes(endpoint) && (name === null || new RegExp(`\\b${name}\\b`, 'i').test(text));
}

/** The name at the end of a pointer into the documents; null if it is a whole path or schema. */
export function nameAt(pointer: string): string | null {
  if (pointer.includes('/securitySchemes/') || pointer.endsWith('/Unauthorized')) return '401';
  return /\/(?:properties\/|parameters\/(?:Chart|Patterns)?)(\w+)(?:\/items)?$/.exec(pointer)?.[1] ?? null;
}
