import { describe, expect, it } from 'vitest';
import { loadForm } from './load-form.ts';

describe.each([1, 2] as const)('a body in Form %i', (form) => {
  it('gets members that the mock does not compute from the example, at any depth', async () => {
    const { conform } = await loadForm(form);
    const body = conform('/api/v1/status', { report_count: 7, last_updated: null, hours: { is_open: true } });
    expect(body).toMatchObject({ has_estimate: true, report_count: 7, last_updated: null });
    expect(body).toMatchObject({ hours: { is_open: true, closing_soon: false, opens_at: null } });
  });

  it('loses members that the form does not have, in lists too', async () => {
    const { conform } = await loadForm(form);
    const open_window = { start: 'a', end: 'b', closed: [], mood: 1 };
    const chart = conform('/api/v1/chart', {
      scatter: [],
      line: [{ t: 'c', value: 1, mood: 1 }],
      open_window,
    });
    expect(chart).toEqual({
      scatter: [],
      line: [{ t: 'c', value: 1 }],
      ...(form === 2 ? { open_window: { start: 'a', end: 'b', closed: [] } } : {}),
    });
  });

  it('has six labels of buckets', async () => {
    const { labels } = await loadForm(form);
    expect(labels).toHaveLength(6);
  });
});
