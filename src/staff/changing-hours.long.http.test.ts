import { expect, it } from 'vitest';
import { runGate } from '../../conformance/gate.ts';
import { judgingHere } from '../../conformance/judging.ts';
import { createSendRequest } from '../../conformance/requests/send-request.ts';
import { sampleReports } from '../service/http/sample-data.fixture.ts';
import { type Running, services } from '../service/http/service-under-test.fixture.ts';
import { type StaffPhone, staffPhone } from './staff.fixture.ts';

const start = services();

/** Runs the gate on a service whose time the Date header shows, and calls `before` ahead of each request. Returns what it complains about. */
async function complaints(
  form: 1 | 2,
  before: (phone: StaffPhone, request: number) => Promise<void> | undefined,
) {
  const service: Running = await start({ form, reports: sampleReports() });
  const phone = await staffPhone(service);
  const send = createSendRequest();
  let requests = 0;
  const result = await runGate({
    url: service.url,
    form,
    key: service.key,
    skipDredd: true,
    judging: judgingHere,
    fetch: async (url, init) => {
      requests += 1;
      await before(phone, requests);
      const response = await send(url, init);
      const others = [...response.headers].filter(([name]) => name.toLowerCase() !== 'date');
      return {
        ...response,
        headers: [...others, ['date', new Date(service.clock.now / 1000).toUTCString()] as const],
      };
    },
  });
  await service.close();
  return [
    requests > 15 ? null : `only ${requests} requests`,
    result.problem,
    ...result.outcomes.map(({ outcome, requirement, findings: [first] }) =>
      outcome === 'fail' ? `${requirement}: ${first?.message}, ${first?.seen}` : null,
    ),
  ].filter((one) => one !== null && one !== undefined);
}

it.each(
  Array.from({ length: 15 }, (_, at) => at + 2).flatMap((at) => [
    [(at % 2) + 1, { kind: 'close' }, at] as const,
    [2, { kind: 'close-at', time: '13:00' }, at] as const,
    [2, { kind: 'open-until', time: '15:00' }, at] as const,
  ]),
)('the gate fails nothing of Form %i if the staff enters %o before request %i', async (form, change, at) => {
  const found = await complaints(form as 1 | 2, (phone, request) =>
    request === at ? phone.change(change) : undefined,
  );
  expect(found).toEqual([]);
});
