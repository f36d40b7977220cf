import type { Report, ReportedRequirement } from '../contract/report-types.ts';
import type { Printable } from '../safety/printable.ts';

/**
 * JUnit XML as Jenkins and GitLab read it: one case per requirement, grouped by family.
 * @param page The URL of the page of requirements, which has an anchor for each.
 */
export function junitOf(report: Printable<Report>, page?: string): string {
  const families = Map.groupBy(report.requirements, ({ id }) => id.split('.')[0] ?? id);
  const suites = [...families].map(([family, list]) => suiteOf(report, family, list, page));
  const total = counts(report.requirements);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" tests="${total.tests}" failures="${total.failures}" errors="${total.errors}" skipped="${total.skipped}" time="${report.seconds.toFixed(3)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf(
  report: Report,
  family: string,
  list: readonly ReportedRequirement[],
  page: string | undefined,
): string {
  const { tests, failures, errors, skipped } = counts(list);
  return [
    `  <testsuite name="${escapeXml(family)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" timestamp="${report.startedAt.slice(0, 19)}" time="0">`,
    ...list.map((one) => caseOf(one, page)),
    '  </testsuite>',
  ].join('\n');
}

function caseOf(one: ReportedRequirement, page: string | undefined): string {
  const open = `    <testcase classname="conformance.${escapeXml(one.id.split('.')[0] ?? '')}" name="${escapeXml(`${one.id}: ${one.promise}`)}" time="0"`;
  const link = page === undefined ? [] : [`${page}#${one.id}`];
  const text = escapeXml([...one.findings.map(textOf), ...link].join('\n\n'));
  const message = escapeXml(one.findings[0]?.message ?? '');
  if (one.outcome === 'fail' && one.expected === undefined)
    return `${open}>\n      <failure message="${message}" type="requirement">${text}</failure>\n    </testcase>`;
  if (one.outcome === 'fail')
    return `${open}>\n      <skipped message="${escapeXml(`expected to fail: ${one.expected}`)}"/>\n    </testcase>`;
  if (one.outcome === 'inconclusive')
    return `${open}>\n      <error message="${message}" type="inconclusive">${text}</error>\n    </testcase>`;
  if (one.outcome === 'not-exercised')
    return `${open}>\n      <skipped message="${message}"/>\n    </testcase>`;
  if (one.outcome === 'warn') return `${open}>\n      <system-out>${text}</system-out>\n    </testcase>`;
  return `${open}/>`;
}

function textOf({ message, expected, seen, curl, stage }: ReportedRequirement['findings'][number]): string {
  return [
    message,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(seen === undefined ? [] : [`seen: ${seen}`]),
    ...(curl === undefined ? [] : [curl]),
    `stage: ${stage}`,
  ].join('\n');
}

function counts(list: readonly ReportedRequirement[]) {
  const failed = list.filter(({ outcome }) => outcome === 'fail');
  const expected = failed.filter((one) => one.expected !== undefined).length;
  return {
    tests: list.length,
    failures: failed.length - expected,
    errors: list.filter(({ outcome }) => outcome === 'inconclusive').length,
    skipped: list.filter(({ outcome }) => outcome === 'not-exercised').length + expected,
  };
}

/** Text for XML 1.0: markup escaped, characters that XML forbids left out. */
export function escapeXml(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return allowed
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
