import { type Form, loadContract, resolvePointer } from '../contract/contract.ts';
import { allEndpoints, type Endpoint } from '../contract/operations.ts';
import type { Report, ReportedRequirement } from '../contract/report-types.ts';
import type { Recording } from '../evidence/evidence.ts';

/** One thing to implement, with its requirements that are not met yet. */
export interface ToDoStep {
  readonly title: string;
  readonly open: readonly ReportedRequirement[];
}

type Judged = Pick<Report, 'formJudged' | 'requirements'>;

/** Feed and export come first: the other endpoints are compared with the reports that they list. */
const firstEndpoints: readonly Endpoint[] = ['reports', 'export.csv'];

/** A requirement that names more endpoints than this counts as one of all endpoints, so it comes last. */
const mostCompared = 3;

/** True if the deployment responds to an operation with 501, as a scaffold does for handlers that nobody has written. */
export function isUnderConstruction(recording: Recording): boolean {
  return unwrittenIn(recording).size > 0;
}

/**
 * Every requirement that is not met, in the order in which a deployment can be built: keys, then one endpoint after
 * another, then what concerns all of them. A comparison of endpoints comes with the last of them. An endpoint without a handler is
 * a step even if no requirement is about it.
 */
export function toDoSteps({ formJudged, requirements }: Judged, recording: Recording): readonly ToDoStep[] {
  const unwritten = unwrittenIn(recording);
  const open = requirements.filter(({ outcome }) => outcome !== 'pass');
  const steps = [
    { group: 'keys', title: 'Keys' },
    ...inOrder().map((group) => ({ group, title: titleOf(formJudged, group, unwritten.has(group)) })),
    { group: 'all', title: 'All endpoints' },
  ];
  return steps
    .map(({ group, title }) => ({ group, title, open: open.filter((one) => groupOf(one) === group) }))
    .filter((step) => step.open.length > 0 || unwritten.has(step.group))
    .map(({ title, open }) => ({ title, open }));
}

/** The steps as text for a terminal, one line for each requirement. */
export function toDoText(report: Judged, recording: Recording): string {
  const { requirements } = report;
  const met = requirements.filter(({ outcome }) => outcome === 'pass').length;
  const blocks = toDoSteps(report, recording).map(({ title, open }, index) => [
    `${String(index + 1).padStart(2)}. ${title}`,
    ...open.map((one) => `    ${markOf(one)} ${one.id.padEnd(30)} ${one.promise}`),
  ]);
  const heading = [
    `To do, in this order. Met: ${met} of ${requirements.length}. ✗ fails, ! warns, · has nothing to check yet.`,
    'Everything waits for the keys; the other endpoints wait for feed and export, with which they are compared.',
  ];
  return [heading, ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function inOrder(): readonly Endpoint[] {
  return [...new Set([...firstEndpoints, ...allEndpoints()])];
}

function unwrittenIn({ exchanges }: Recording): ReadonlySet<Endpoint> {
  const unwritten = exchanges.filter(
    ({ method, credential, response }) =>
      method === 'GET' && credential === 'key' && response?.status === 501,
  );
  return new Set(unwritten.map(({ endpoint }) => endpoint));
}

function groupOf({ id, endpoints }: ReportedRequirement): string {
  if (id.startsWith('auth.')) return 'keys';
  if (endpoints.length > mostCompared) return 'all';
  return inOrder().findLast((endpoint) => endpoints.includes(endpoint)) ?? 'all';
}

function titleOf(form: Form, endpoint: Endpoint, isUnwritten: boolean): string {
  const operationId = resolvePointer(
    loadContract(form).document,
    `/paths/~1api~1v1~1${endpoint}/get/operationId`,
  );
  const name = typeof operationId === 'string' ? `${operationId}, ` : '';
  return `${name}GET /api/v1/${endpoint}${isUnwritten ? ': no handler yet (501)' : ''}`;
}

function markOf({ outcome }: ReportedRequirement): string {
  return outcome === 'fail' ? '✗' : outcome === 'warn' ? '!' : '·';
}
