import { parentPort } from 'node:worker_threads';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { subjectsOf } from '../../conformance/reference/subjects.ts';
import { VARIANTS } from '../../conformance/reference/variants/variants.ts';
import { type Gate, type GateName, measure } from './measure.ts';

/** Measures the subjects that the main thread names, one after the other. */
const subjects = new Map(
  subjectsOf(FAULTS, VARIANTS).map((subject) => [`${subject.form} ${subject.id}`, subject]),
);
const gates = new Map<GateName, Promise<Gate>>();

parentPort?.on('message', async ({ gate, key }: { readonly gate: GateName; readonly key: string }) => {
  const subject = subjects.get(key);
  if (subject === undefined) throw new Error(`No subject ${key}.`);
  const loading = gates.get(gate) ?? gateNamed(gate);
  gates.set(gate, loading);
  try {
    parentPort?.postMessage(await measure(subject, await loading));
  } catch (error) {
    const notes = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    const { id, form } = subject;
    parentPort?.postMessage({ id, form, failed: [], exit: -1, notes, requests: 0, seconds: 0 });
  }
});

/** Loads only what the gate needs. */
async function gateNamed(name: GateName): Promise<Gate> {
  if (name === 'dredd' || name === 'dredd-schemas')
    return (await import('./dredd-gate.ts')).dreddGate(name === 'dredd-schemas');
  return (await import('./our-gate.ts')).ourGate(name === 'ours-plain');
}
