import { expect, it } from 'vitest';
import { FAULTS } from '../../../conformance/reference/faults/catalogue.ts';
import { measure } from '../measure.ts';
import { isNamed } from '../named.ts';
import { prismGate } from './prism-peer.ts';

it("Prism's proxy finds nothing wrong with the reference", async () => {
  const measured = await measure({ id: 'default', form: 1 }, prismGate, 'small');
  expect(measured).toMatchObject({ exit: 0, findings: [] });
});

it.each([
  ['status/message-number', true],
  ['auth/no-key-chart', true],
  ['line/default-average', false],
])('on %s it alarms and names the fault: %s', async (id, seen) => {
  const fault = FAULTS.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`No fault ${id}.`);
  const measured = await measure({ id, form: 2, fault }, prismGate, 'small');
  expect(measured.exit).toBe(seen ? 1 : 0);
  expect(isNamed(fault, measured, new Set())).toBe(seen);
});
