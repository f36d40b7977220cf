import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { startDredd } from '../conformance/dredd/dredd.ts';
import { runGate } from '../conformance/gate.ts';
import { judgingHere } from '../conformance/judging.ts';
import { adviceOn } from '../conformance/reports/advice.ts';
import { withOutcome } from '../conformance/testing/run-gate.fixture.ts';

const PRISM = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const children = new Set<ReturnType<typeof spawn>>();
const dredd = startDredd();
afterAll(async () => {
  for (const child of children) child.kill();
  await dredd.end();
});

it.each([1, 2] as const)(
  'Prism with nothing but the document of Form %i passes the gate at the contract level',
  async (form) => {
    const url = await startPrism(fileURLToPath(new URL(`../openapi/form-${form}.yaml`, import.meta.url)));
    const options = { url, form, key: 'any', judging: judgingHere };
    const result = await runGate({ ...options, level: 'contract', dredd });
    expect(withOutcome(result, 'fail')).toEqual([]);
    expect(withOutcome(result, 'pass').length).toBeGreaterThan(50);
    const full = await runGate({ ...options, skipDredd: true });
    expect(adviceOn(full.evidence, full)).toEqual([expect.stringContaining('--level contract')]);
  },
  60_000,
);

function startPrism(document: string): Promise<string> {
  const child = spawn(process.execPath, [PRISM, 'mock', document, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const [, url] = /listening on (http:\/\/[\d.]+:\d+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('close', (code) => reject(new Error(`Prism exited with ${code}: ${said}`)));
  });
}
