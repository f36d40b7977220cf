import { DreddThreads } from '../../conformance/dredd/threads.ts';
import { type GateOptions, runGate } from '../../conformance/gate.ts';
import { judgingHere } from '../../conformance/judging.ts';
import { causesOf } from '../../conformance/verdict/causes.ts';
import type { Gate } from './measure.ts';

/**
 * The project's own gate; `skipDredd` sends the requests of its contract stage without Dredd, which is faster. All runs share one
 * thread of Dredd.
 */
export const ourGate = (skipDredd: boolean): Gate => {
  const dreddThreads = new DreddThreads();
  return async ({ url, form, key, publicUrl }) => {
    const options: GateOptions = {
      url,
      form,
      key,
      skipDredd,
      dreddThreads,
      judging: judgingHere,
      ...(publicUrl === null ? {} : { publicUrl }),
    };
    const result = await runGate(options);
    const failed = result.outcomes.filter(({ outcome }) => outcome === 'fail');
    const warned = result.outcomes.filter(({ outcome }) => outcome === 'warn' || outcome === 'inconclusive');
    const notes = [...failed, ...warned].map(({ requirement, outcome, findings }) => {
      const first = findings[0];
      return `${outcome} ${requirement}: ${first?.message ?? ''} (expected ${first?.expected ?? '-'}, seen ${first?.seen ?? '-'})`.slice(
        0,
        400,
      );
    });
    return {
      failed: failed.map(({ requirement }) => requirement),
      causes: causesOf(result.outcomes).map(({ requirement }) => requirement),
      exit: result.exitCode,
      notes: result.problem === undefined ? notes : [result.problem, ...notes],
    };
  };
};
