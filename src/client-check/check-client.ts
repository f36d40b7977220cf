import type { Finding, Place } from '../../conformance/contract/outcomes.ts';
import type { ClientReport, ReportedRequirement } from '../../conformance/contract/report-types.ts';
import type { Recording } from '../../conformance/evidence/evidence.ts';
import type { Printable } from '../../conformance/safety/printable.ts';
import { formDocuments, publishedDocument } from '../../mocks/documents.ts';
import { openPrism } from '../../mocks/http/prism.ts';
import { clientReport } from './report.ts';
import { paceRules } from './rules/pace.ts';
import { pagingRules } from './rules/paging.ts';
import { requestRules } from './rules/requests.ts';
import type { ClientRule } from './rules/rule.ts';
import { survivalRules } from './rules/survival.ts';
import { ORDINARY, SCENES, type Scene } from './scenes.ts';
import type { Client, ClientRun, Context, Ending } from './session.ts';
import { type Clock, REAL_CLOCK } from './session.ts';
import { type MockParts, WatchedMock } from './watched-mock.ts';

/** All rules, in the order of the reports. */
export const RULES: readonly ClientRule[] = [...requestRules, ...pagingRules, ...paceRules, ...survivalRules];

export interface CheckOptions {
  readonly form: 1 | 2;
  readonly client: Client;
  readonly host?: string;
  /** 0, the default, uses any free port. */
  readonly port?: number;
  /** The shortest time between two requests of a client that polls, in milliseconds. */
  readonly interval?: number;
  /** A URL of the client that responds with less than 500 as long as it is well. */
  readonly probe?: string;
  /** Called when a scene begins. */
  readonly onScene?: (scene: Scene, url: string) => void;
  /** The command that repeats the check. */
  readonly repeat?: string;
  /** By default the real one, which clients in other processes need. */
  readonly clock?: Clock;
}

/** Findings of a rule that reports show: most clients make a mistake in every scene. */
const SHOWN = 3;
const UNTESTED = 'the client sent no request that this rule is about';
const KEY = 'client-check-8c1f2e';

/** Runs a client in all scenes, and checks what it requested. Rejects if the client cannot be started, or a port cannot be used. */
export async function checkClient(
  options: CheckOptions,
  parts?: MockParts,
): Promise<{ readonly report: Printable<ClientReport>; readonly recording: Recording }> {
  const { form, client, host = '127.0.0.1', port = 0, interval = 60_000, clock = REAL_CLOCK } = options;
  const startedAt = Date.now();
  const { mock, url } = await WatchedMock.start(parts ?? (await mockParts(form)), host, port, clock);
  const runs: ClientRun[] = [];
  try {
    for (const scene of SCENES.filter((one) => one.form === undefined || one.form === form)) {
      options.onScene?.(scene, url);
      const recording = mock.play(scene);
      const began = clock.now();
      const ending = await client.run(url, KEY);
      const milliseconds = clock.now() - began;
      const { sent } = recording;
      const requests = recording.requests.toSorted((one, other) => one.at - other.at);
      runs.push({ scene, requests, sent, milliseconds, ending: await probed(options.probe, ending) });
      if (sent === 0 && ending.kind === 'crashed' && scene.id === ORDINARY) break;
    }
  } finally {
    await mock.close();
  }
  const [ordinary] = runs;
  if (ordinary === undefined) throw new Error('there is no scene');
  const key = (client.hasKey === true ? sentKey(runs) : null) ?? KEY;
  const context = { key, interval };
  const rules = RULES.filter((rule) => rule.form === undefined || rule.form === form);
  const requirements = rules.map((rule) => outcomeOf(rule, runs, context, ordinary));
  return clientReport({ ...options, key, startedAt, runs, requirements });
}

/** The parts of a mock of a form, to be shared by several checks. */
export async function mockParts(form: 1 | 2): Promise<MockParts> {
  return {
    document: formDocuments[form],
    negotiate: await openPrism(publishedDocument(form).json),
  };
}

/** The first key that a client has sent; null without one. */
function sentKey(runs: readonly ClientRun[]): string | null {
  const sent = runs.flatMap(({ requests }) => requests.map(({ headers }) => headers.authorization ?? ''));
  return sent.map((text) => /^token (\S+)$/i.exec(text)?.[1]).find((key) => key !== undefined) ?? null;
}

/** How the client ended, as its probe sees it if it has one. */
async function probed(probe: string | undefined, ending: Ending): Promise<Ending> {
  if (probe === undefined) return ending;
  try {
    const { status } = await fetch(probe, { signal: AbortSignal.timeout(5000) });
    if (status >= 500) return { kind: 'crashed', text: `${probe} responds with ${status}` };
    return ending.kind === 'unwatched' ? { kind: 'running', text: '' } : ending;
  } catch (error) {
    return { kind: 'crashed', text: `${probe} does not respond: ${(error as Error).message}` };
  }
}

function outcomeOf(
  { check, untested = UNTESTED, ...rule }: ClientRule,
  runs: readonly ClientRun[],
  context: Context,
  ordinary: ClientRun,
): ReportedRequirement {
  const isShaken = rule.id.startsWith('survives.') && rule.id !== `survives.${ORDINARY}`;
  if (isShaken && ordinary.ending.kind === 'crashed')
    return withoutVerdict(rule, 'inconclusive', 'the client fails with an ordinary line, too');
  const results = runs.map((run) => check(run, context)?.map((finding) => inScene(finding, run.scene)));
  const findings = results.flatMap((result) => result ?? []);
  if (findings.length > 0) {
    const outcome = rule.level === 'must' ? 'fail' : 'warn';
    return {
      ...rule,
      outcome,
      findings: findings.slice(0, SHOWN),
      places: placesOf(findings),
    };
  }
  if (results.some((result) => result !== undefined)) return { ...rule, outcome: 'pass', findings };
  return withoutVerdict(rule, 'not-exercised', untested);
}

/** Where a rule is broken: each scene and endpoint once. */
function placesOf(findings: readonly Finding[]): readonly Place[] {
  const places = findings.flatMap(({ place }) => place ?? []);
  return [...new Map(places.map((place) => [`${place.step} ${place.endpoint}`, place])).values()];
}

function withoutVerdict(
  rule: Omit<ClientRule, 'check' | 'untested'>,
  outcome: 'inconclusive' | 'not-exercised',
  message: string,
): ReportedRequirement {
  return { ...rule, outcome, findings: [{ message, stage: 'rules' }] };
}

function inScene(finding: Finding, { id }: Scene): Finding {
  return { ...finding, message: `${finding.message} (scene ${id})`, place: { ...finding.place, step: id } };
}
