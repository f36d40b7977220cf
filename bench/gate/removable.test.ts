import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../conformance/contract/requirements.ts';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import { KEPT_ANYWAY, removableAmong } from './removable.ts';

const guide = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');

describe('the list of requirements that no fault needs', () => {
  it.each(Object.keys(KEPT_ANYWAY))('%s exists, and the guide explains why it stays', (id) => {
    expect(requirements.map((one) => one.id)).toContain(id);
    expect(guide).toContain(`\`${id}\``);
  });

  it('leaves out a requirement that is the only one to find a fault', () => {
    const [fault] = FAULTS.filter((one) => one.requirements.length > 1);
    const [first = '', second = ''] = fault?.requirements ?? [];
    const measured = (failed: readonly string[]) => [
      { id: fault?.id ?? '', form: 1 as const, failed, exit: 1, notes: [], requests: 1, seconds: 1 },
    ];
    expect(removableAmong(measured([first]), [first, second])).toEqual([second]);
    expect(removableAmong(measured([first, second]), [first, second])).toEqual([first, second]);
  });
});
