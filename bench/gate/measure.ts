import { BASES } from '../../conformance/reference/bases.ts';
import { createDeployment } from '../../conformance/reference/deployment.ts';
import { broken, type Fault } from '../../conformance/reference/faults/fault.ts';
import { KEY, type Options } from '../../conformance/reference/options.ts';
import { type Service, serve } from '../../conformance/reference/serve.ts';
import type { Variant } from '../../conformance/reference/variants/variants.ts';

/** Something a gate is let loose on: a conforming variant, or a fault in front of the usual deployment. */
export type Subject = {
  readonly id: string;
  readonly form: 1 | 2;
  readonly fault?: Fault;
  readonly variant?: Variant;
};

/** What a gate said: the requirements (or transactions) it failed, its exit code and what stopped it. */
export type Verdict = {
  readonly failed: readonly string[];
  readonly exit: number;
  readonly notes: readonly string[];
};

/** A gate under measurement. */
export type Gate = (target: {
  url: string;
  form: 1 | 2;
  key: string;
  publicUrl: string | null;
}) => Promise<Verdict>;

/** A verdict with what it cost; requests are counted by the deployment. */
export type Measured = Verdict & {
  readonly id: string;
  readonly form: 1 | 2;
  readonly requests: number;
  readonly seconds: number;
};

/** Every fault and every variant, once in each of its forms. */
export function subjectsOf(faults: readonly Fault[], variants: readonly Variant[]): Subject[] {
  return [
    ...variants.flatMap((variant) => variant.forms.map((form) => ({ id: variant.id, form, variant }))),
    ...faults.flatMap((fault) => fault.forms.map((form) => ({ id: fault.id, form, fault }))),
  ];
}

/** The service of a subject, fresh; a fault stands in front of the base of that name. */
export function serviceOf(subject: Subject, base = 'usual'): Service {
  const options: Partial<Options> = {
    ...BASES[base],
    ...subject.variant?.options,
    ...subject.fault?.state,
    form: subject.form,
  };
  const deployment = createDeployment(options);
  return subject.fault === undefined ? deployment : broken(subject.fault, deployment);
}

/** Runs a gate against one subject over a socket of 127.0.0.1. */
export async function measure(subject: Subject, gate: Gate, base = 'usual'): Promise<Measured> {
  const service = serviceOf(subject, base);
  let requests = 0;
  const counted: Service = {
    options: service.options,
    answer: (ask) => {
      requests += 1;
      return service.answer(ask);
    },
  };
  const { url, close } = await serve(counted);
  const start = performance.now();
  try {
    const verdict = await gate({ url, form: subject.form, key: KEY, publicUrl: service.options.publicUrl });
    return {
      ...verdict,
      id: subject.id,
      form: subject.form,
      requests,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    await close();
  }
}
