import { KEY } from '../../conformance/reference/options.ts';
import { type Service, serve } from '../../conformance/reference/serve.ts';
import { type Subject, serviceOf } from '../../conformance/reference/subjects.ts';

/** A gate's verdict: the requirements (or transactions) that failed, its exit code and what stopped it. */
export type Verdict = {
  readonly failed: readonly string[];
  /** The failures that no other one explains, the likeliest first; absent if the gate does not name requirements. */
  readonly causes?: readonly string[];
  readonly exit: number;
  readonly notes: readonly string[];
};

/** The gates that `--only` accepts; `ours-plain` is this gate without Dredd, and faster. */
export const GATES = ['ours', 'dredd', 'dredd-schemas', 'ours-plain'] as const;
export type GateName = (typeof GATES)[number];

/** A gate under measurement. */
export type Gate = (target: {
  url: string;
  form: 1 | 2;
  key: string;
  publicUrl: string | null;
}) => Promise<Verdict>;

/** A verdict with its cost; the service counts the requests. */
export type Measured = Verdict & {
  readonly id: string;
  readonly form: 1 | 2;
  readonly requests: number;
  readonly seconds: number;
};

/** Runs a gate against one subject over a socket of 127.0.0.1. */
export async function measure(subject: Subject, gate: Gate): Promise<Measured> {
  const service = serviceOf(subject);
  let requests = 0;
  const counted: Service = {
    options: service.options,
    respond: (request) => {
      requests += 1;
      return service.respond(request);
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
