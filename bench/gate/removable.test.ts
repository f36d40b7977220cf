import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../conformance/contract/requirements.ts';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { KNOWN_MISSES } from '../../conformance/reference/known-misses.ts';
import { KEPT_ALL_THE_SAME, removableAmong } from './removable.ts';

const guide = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');

describe('the lists of what the gate does not need, and does not find', () => {
  it.each(Object.keys(KEPT_ALL_THE_SAME))('%s is a requirement, and the guide tells why it stays', (id) => {
    expect(requirements.map((one) => one.id)).toContain(id);
    expect(guide).toContain(`\`${id}\``);
  });

  it.each(Object.keys(KNOWN_MISSES))('%s is a fault of the catalogue', (id) => {
    expect(FAULTS.map((fault) => fault.id)).toContain(id);
  });

  it('holds a requirement for needed when it alone names a fault', () => {
    const [fault] = FAULTS.filter((one) => one.requirements.length > 1);
    const [first = '', second = ''] = fault?.requirements ?? [];
    const measured = (failed: readonly string[]) => [
      { id: fault?.id ?? '', form: 1 as const, failed, exit: 1, notes: [], requests: 1, seconds: 1 },
    ];
    expect(removableAmong(measured([first]), [first, second])).toEqual([second]);
    expect(removableAmong(measured([first, second]), [first, second])).toEqual([first, second]);
  });
});
