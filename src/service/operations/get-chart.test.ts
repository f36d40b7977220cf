import { describe, expect, it } from 'vitest';
import { chartValidity } from './get-chart.ts';
import type { Snapshot } from './snapshot.ts';

describe('a cached chart on 16 October', () => {
  it.each([
    [{ since: '2026-10-14', until: '2026-10-14' }, 'model'],
    [{ since: '2026-10-15', until: '2026-10-15' }, 'snapshot'],
    [{ since: '2026-10-16', until: '2026-10-16' }, 'snapshot'],
    [{ since: '2026-10-14', until: '2026-10-15' }, 'data'],
    [{ since: '2026-10-14', until: '2026-10-16' }, 'snapshot'],
    [{ since: '2025-12-31', until: '2026-09-30' }, 'data'],
    [{ until: '2026-10-01' }, 'snapshot'],
    [{}, 'snapshot'],
  ] as const)('of %j lasts as long as the %s', (query, validity) => {
    expect(chartValidity(query, { yesterday: '2026-10-15' } as Snapshot)).toBe(validity);
  });
});
