/** A thread that runs the gate on the subjects that the main thread names, one after the other. */
import { parentPort } from 'node:worker_threads';
import { startDredd } from '../../conformance/dredd/dredd.ts';
import { runGate } from '../../conformance/gate.ts';
import { judgingHere } from '../../conformance/judging.ts';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { KEY } from '../../conformance/reference/options.ts';
import { serve } from '../../conformance/reference/serve.ts';
import { type Subject, serviceOf, subjectsOf } from '../../conformance/reference/subjects.ts';
import { VARIANTS } from '../../conformance/reference/variants/variants.ts';
import { deriveFaults } from '../../conformance/testing/derived-faults.ts';
import { causesOf } from '../../conformance/verdict/causes.ts';

/** The gate's verdict on a subject. */
export interface Measured {
  readonly id: string;
  readonly form: 1 | 2;
  /** The requirements that failed. */
  readonly failed: readonly string[];
  /** Those that no other one explains, the likeliest first. */
  readonly causes: readonly string[];
  readonly exit: number;
  readonly problem: string;
  /** That the subject has got. */
  readonly requests: number;
  readonly seconds: number;
}

const subjects = new Map(
  subjectsOf([...FAULTS, ...deriveFaults()], VARIANTS).map((subject) => [
    `${subject.form} ${subject.id}`,
    subject,
  ]),
);
/** All runs share one Dredd. */
const dredd = startDredd();

parentPort?.on('message', async (key: string) => {
  const subject = subjects.get(key);
  if (subject === undefined) throw new Error(`No subject ${key}.`);
  parentPort?.postMessage(await measure(subject));
});

async function measure(subject: Subject): Promise<Measured> {
  const { id, form } = subject;
  const service = serviceOf(subject);
  const { publicUrl } = service.options;
  let requests = 0;
  const { url, close } = await serve({
    options: service.options,
    respond: (request) => {
      requests += 1;
      return service.respond(request);
    },
  });
  const start = performance.now();
  try {
    const {
      outcomes,
      exitCode,
      problem = '',
    } = await runGate({
      url,
      form,
      key: KEY,
      dredd,
      judging: judgingHere,
      ...(publicUrl === null ? {} : { publicUrl }),
    });
    return {
      id,
      form,
      failed: outcomes.filter(({ outcome }) => outcome === 'fail').map(({ requirement }) => requirement),
      causes: causesOf(outcomes).map(({ requirement }) => requirement),
      exit: exitCode,
      problem,
      requests,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    await close();
  }
}
