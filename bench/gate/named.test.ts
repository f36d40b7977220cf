import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../conformance/reference/faults/catalogue.ts';
import type { Fault } from '../../conformance/reference/faults/fault.ts';
import { isNamed, nameAt, usualOf } from './named.ts';
import { findingsInJUnit } from './peers/schemathesis-peer.ts';

const run = { form: 2 as const, failed: [], exit: 1, notes: [], requests: 1, seconds: 1 };
const fault = FAULTS.find(({ id }) => id === 'scatter/values-text') as Fault;

describe('a fault is named', () => {
  it('by the first requirement, if that is one that it breaks', () => {
    const [first = ''] = fault.requirements;
    const named = (...causes: string[]) => isNamed(fault, { ...run, id: fault.id, causes }, new Set());
    expect(named(first, 'status.message')).toBe(true);
    expect(named('status.message', first)).toBe(false);
  });

  it('by the first finding, if that has the endpoint and the member', () => {
    const named = (...findings: { endpoint: string; text: string }[]) =>
      isNamed(fault, { ...run, id: fault.id, findings }, new Set());
    expect(named({ endpoint: 'chart', text: "At '/scatter/0/value' Invalid type" })).toBe(true);
    expect(named({ endpoint: 'patterns', text: "At '/scatter/0/value' Invalid type" })).toBe(false);
    expect(named({ endpoint: 'chart', text: 'body differs' })).toBe(false);
    expect(named()).toBe(false);
  });

  it('not by what is also said of the default variant', () => {
    const always = { endpoint: 'chart', text: 'value 17 is odd' };
    const usual = usualOf([{ ...run, id: 'default', findings: [always] }], 2);
    const findings = [{ ...always, text: 'value 18 is odd' }];
    expect(isNamed(fault, { ...run, id: fault.id, findings }, usual)).toBe(false);
  });
});

it('the name of a place is its member, parameter or status', () => {
  expect(nameAt('/components/schemas/Chart/properties/scatter/items/properties/value')).toBe('value');
  expect(nameAt('/components/parameters/Since')).toBe('Since');
  expect(nameAt('/components/parameters/ChartSince')).toBe('Since');
  expect(nameAt('/components/securitySchemes/token')).toBe('401');
  expect(nameAt('/paths/~1api~1v1~1chart/get')).toBe(null);
});

it('failures of a JUnit report become findings', () => {
  const xml = `<testsuite><testcase name="GET /api/v1/status" time="1"/>
    <testcase name="GET /api/v1/chart"><failure type="failure" message="&apos;line&apos; is required&#10;"/></testcase></testsuite>`;
  expect(findingsInJUnit(xml)).toEqual([{ endpoint: 'chart', text: "'line' is required\n" }]);
});
