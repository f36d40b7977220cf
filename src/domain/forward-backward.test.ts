import { describe, expect, it } from 'vitest';
import { normalise } from './distribution.ts';
import { at, newVenueModel, randomObservations, seededRandom } from './domain.fixture.ts';
import {
  backwardPass,
  forwardPass,
  type OnReport,
  partsOf,
  type ReportSequence,
} from './forward-backward.ts';
import { HYPOTHESES } from './hypotheses.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE } from './micros.ts';
import { groupByMinute } from './same-minute-groups.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

const NOON = at('2026-11-20T12:00Z');
const { priorAt } = newVenueModel(new LocalTime('UTC'));

function sequenceOf(seed: number, reports: number): ReportSequence {
  const span = { start: NOON, end: NOON + 3 * HOUR };
  const groups = groupByMinute(randomObservations(seededRandom(seed), span, reports));
  return { from: NOON / MINUTE, to: NOON / MINUTE + 180, groups, priorAt };
}

describe.each([0, 9, 20])('under hypothesis %d', (index) => {
  const hypothesis = HYPOTHESES[index] ?? expect.fail('no such hypothesis');

  it('without reports, the posterior stays at the seasonal prior', () => {
    const posterior = forwardPass(hypothesis, { ...sequenceOf(1, 0), to: NOON / MINUTE + 60 });
    for (const [state, part] of posterior.entries()) {
      expect(part).toBeCloseTo(priorAt(NOON / MINUTE).distribution[state] as number, 3);
    }
  });

  it('a stop of the forward pass has the posterior of a pass that ends there', () => {
    const sequence = sequenceOf(2, 25);
    const stops = [0, 15, 90, 180].map((minute) => sequence.from + minute);
    const found: Float64Array[] = [];
    const onStop = (posterior: Float64Array, stop: number) => {
      found[stop] = posterior.slice();
    };
    forwardPass(hypothesis, sequence, { stops, onStop });
    for (const [stop, to] of stops.entries()) {
      expect(found[stop]).toEqual(forwardPass(hypothesis, { ...sequence, to }));
    }
  });

  it.each([1, 2, 7, 25, 1000])(
    'a pass over parts of %i reports gives the same as a pass over the whole',
    (size) => {
      const sequence = sequenceOf(3, 60);
      const run = (parts: readonly ReportSequence[]) => {
        const predicted: number[] = [];
        let posterior: Float64Array | undefined;
        for (const part of parts) {
          const onReport: OnReport = (_, minute, __, likelihood) => predicted.push(minute, likelihood);
          posterior = forwardPass(hypothesis, part, { onReport }, posterior);
        }
        return { predicted, posterior };
      };
      const parts = partsOf(sequence, size);
      expect(parts.length > 1).toBe(size < 1000);
      expect(run(parts)).toEqual(run([sequence]));
      for (const { groups } of parts.slice(0, -1)) {
        expect(groups.flatMap(({ reports }) => reports).length).toBeGreaterThanOrEqual(size);
      }
    },
  );

  it('after the last report, the backward pass gives every state the same likelihood', () => {
    const sequence = sequenceOf(2, 25);
    const [last] = backwardPass(hypothesis, sequence, [sequence.to]);
    expect(new Set(last)).toEqual(new Set([1]));
  });

  it('the backward pass gives each state the expected likelihood of a report made minutes later', () => {
    const from = NOON / MINUTE;
    const group = { minute: from + 10, reports: [{ bucket: 4, repeats: 0 }] };
    const sequence = { from, to: from + 60, groups: [group], priorAt };
    const [message = expect.fail('no message')] = backwardPass(hypothesis, sequence, [from + 5]);
    const transitions = new TransitionModel();
    transitions.set(hypothesis.rate, priorAt(from + 7));
    const likelihood = hypothesis.likelihoods[4] as Float64Array;
    const expected = Float64Array.from({ length: STATE_COUNT }, (_, state) => {
      const distribution = new Float64Array(STATE_COUNT);
      distribution[state] = 1;
      transitions.forward(distribution, 5);
      return distribution.reduce((sum, part, later) => sum + part * (likelihood[later] as number), 0);
    });
    normalise(expected);
    normalise(message);
    for (const [state, part] of expected.entries()) expect(message[state]).toBeCloseTo(part, 9);
  });
});
