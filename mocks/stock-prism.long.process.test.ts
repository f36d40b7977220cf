import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { startDredd } from '../conformance/dredd/dredd.ts';
import { runGate } from '../conformance/gate.ts';
import { judgingHere } from '../conformance/judging.ts';
import { adviceOn } from '../conformance/reports/advice.ts';
import { withOutcome } from '../conformance/testing/run-gate.fixture.ts';
import { startProgram } from '../tools/testing/start-program.ts';

const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const LISTENING = /listening on (http:\/\/[\d.]+:\d+)/;
const dredd = startDredd();
afterAll(async () => {
  await dredd.end();
});

it.each([1, 2] as const)(
  'Prism with nothing but the document of Form %i passes the gate at the contract level',
  async (form) => {
    const document = fileURLToPath(new URL(`../openapi/form-${form}.yaml`, import.meta.url));
    const command = [process.execPath, PRISM, 'mock', document, '--port', '0'];
    await using prism = await startProgram(command, LISTENING);
    const [, url = ''] = LISTENING.exec(prism.output()) ?? [];
    const options = { url, form, key: 'any', judging: judgingHere };
    const result = await runGate({ ...options, level: 'contract', dredd });
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(withOutcome(result, 'pass').length).toBeGreaterThan(50);
    const full = await runGate({ ...options, skipDredd: true });
    expect(adviceOn(full.evidence, full)).toEqual([expect.stringContaining('--level contract')]);
  },
  60_000,
);
