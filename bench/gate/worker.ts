import { parentPort } from 'node:worker_threads';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { subjectsOf } from '../../conformance/reference/subjects.ts';
import { VARIANTS } from '../../conformance/reference/variants/variants.ts';
import { gateNamed } from './gates.ts';
import { measure } from './measure.ts';

/** Measures the subjects that the main thread names, one after the other. */
const subjects = new Map(
  subjectsOf(FAULTS, VARIANTS).map((subject) => [`${subject.form} ${subject.id}`, subject]),
);

const gates = new Map<string, ReturnType<typeof gateNamed>>();

parentPort?.on('message', async ({ gate, key, base }: { gate: string; key: string; base: string }) => {
  const subject = subjects.get(key);
  if (subject === undefined) throw new Error(`No subject ${key}.`);
  const running = gates.get(gate) ?? gateNamed(gate);
  gates.set(gate, running);
  try {
    parentPort?.postMessage(await measure(subject, await running, base));
  } catch (error) {
    const notes = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    parentPort?.postMessage({
      id: subject.id,
      form: subject.form,
      failed: [],
      exit: -1,
      notes,
      requests: 0,
      seconds: 0,
    });
  }
});
