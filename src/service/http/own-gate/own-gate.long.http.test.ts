import { expect, it } from 'vitest';
import { type GateResult, runGate } from '../../../../conformance/gate.ts';
import { judgingHere } from '../../../../conformance/judging.ts';
import { seededRandom } from '../../../../conformance/reference/reports.ts';
import { createSendRequest } from '../../../../conformance/requests/send-request.ts';
import { runsOf, SEED } from '../../../../tools/testing/seed.fixture.ts';
import { instantOf } from '../../domain/micros.ts';
import { ENDPOINTS, services } from '../service-under-test.fixture.ts';
import { type Case, HOURS_CASES, MOMENT_CASES, reportsFor } from './cases.fixture.ts';
import type { Moment } from './moments.fixture.ts';

const start = services();
const random = seededRandom(SEED);
const sample = Array.from({ length: runsOf(8) }, (_, at) => {
  const cases = at % 2 === 0 ? HOURS_CASES : MOMENT_CASES;
  return cases[Math.floor(random() * cases.length)] as Case;
});

const CHOSEN = [
  ['America/New_York', 'clocks going forward', 1, true],
  ['Pacific/Auckland', 'clocks going back', 2, true],
  ['Asia/Kolkata', 'midnight', 2, false],
  ['UTC', 'set forward over midnight during the run', 1, true],
  ['UTC', 'set back by an hour during the run', 2, true],
  ['America/New_York', 'set back by an hour before the run', 2, true],
  ['Pacific/Auckland', 'set back over midnight before the run', 1, true],
] as const;
const chosen = CHOSEN.map(
  ([zone, name, form, isLive]) =>
    MOMENT_CASES.find(
      (one) =>
        one.moment.zone === zone && one.moment.name === name && one.form === form && one.isLive === isLive,
    ) as Case,
);

/** On a Tuesday, open since Monday. */
const LASTING = ['from Monday to Friday', 'all days but one'];
const lasting = LASTING.flatMap((name) => HOURS_CASES.filter(({ row }) => row === name).slice(0, 2));

it.each([...chosen, ...lasting, ...sample])(
  `the gate fails nothing of our own service: $row, $moment.zone, Form $form, $moment.name (TEST_SEED=${SEED})`,
  async (one) => {
    expect(complaintsAbout(await gateAt(one), one.moment)).toEqual([]);
  },
);

/** Runs the gate on a service whose clock the case sets. */
async function gateAt(one: Case): Promise<GateResult> {
  const { moment, form, hours, isLive } = one;
  const service = await start({
    form,
    now: instantOf(moment.usedAt ?? moment.at(0)).toString(),
    reports: reportsFor(one),
    settings: { timeZone: moment.zone, hours },
  });
  // The service may have kept results of the time before its clock was set.
  if (moment.usedAt !== undefined) for (const path of ENDPOINTS[form]) await service.text(path);
  const send = createSendRequest();
  let requests = 0;
  try {
    return await runGate({
      url: service.url,
      form,
      key: service.key,
      skipDredd: true,
      judging: judgingHere,
      fetch: async (url, init) => {
        service.clock.now = moment.at(requests);
        requests += 1;
        const date = ['date', new Date(service.clock.now / 1000).toUTCString()] as const;
        const response = await send(url, init);
        if (!isLive) return response;
        const others = [...response.headers].filter(([name]) => name.toLowerCase() !== 'date');
        return { ...response, headers: [...others, date] };
      },
    });
  } finally {
    await service.close();
  }
}

/** What is wrong with a verdict; nothing if it is the one that the moment asks for. */
function complaintsAbout(
  { outcomes, problem, exitCode }: GateResult,
  { verdict = 'pass' }: Moment,
): readonly string[] {
  if (verdict === 'inconclusive') {
    const isRight = exitCode === 3 && problem?.includes('was set back') === true;
    return isRight ? [] : [`exit code ${exitCode} instead of 3: ${problem}`];
  }
  const failed = outcomes.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive');
  return [
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}: ${problem ?? 'failed'}`]),
    ...failed.map(
      ({ requirement, findings: [first] }) =>
        `${requirement}: ${first?.message}; expected ${first?.expected}, seen ${first?.seen} (exchange ${first?.exchange})`,
    ),
  ];
}
