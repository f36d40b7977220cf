import type { Finding } from '../contract/outcomes.ts';
import type { AnyReport, ReportedRequirement } from '../contract/report-types.ts';
import type { Printable } from '../safety/printable.ts';
import { distinct, timesOf } from './outline.ts';

/**
 * JUnit XML as Jenkins and GitLab read it: one case per requirement, grouped by family. What kept requirements from being checked is an
 * error once; the others that it concerns are skipped.
 * @param page The URL of the page of requirements, which has an anchor for each.
 */
export function junitOf(report: Printable<AnyReport>, page?: string): string {
  const families = Map.groupBy(withErrorsOnce(report.requirements), ({ id }) => id.split('.')[0] ?? id);
  const suites = [...families].map(([family, list]) => suiteOf(report, family, list, page));
  const total = counts([...families.values()].flat());
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" tests="${total.tests}" failures="${total.failures}" errors="${total.errors}" skipped="${total.skipped}" time="${report.seconds.toFixed(3)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

/** A requirement as a case; `isRepeated`: an earlier one was not checked for the same reason. */
interface Case extends ReportedRequirement {
  readonly isRepeated: boolean;
}

function withErrorsOnce(requirements: readonly ReportedRequirement[]): readonly Case[] {
  const reasons = new Set<string>();
  return requirements.map((one) => {
    const reason = one.outcome === 'inconclusive' ? one.findings[0]?.message : undefined;
    const isRepeated = reason !== undefined && reasons.has(reason);
    if (reason !== undefined) reasons.add(reason);
    return { ...one, isRepeated };
  });
}

function suiteOf(report: AnyReport, family: string, list: readonly Case[], page: string | undefined): string {
  const { tests, failures, errors, skipped } = counts(list);
  return [
    `  <testsuite name="${escapeXml(family)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" timestamp="${report.startedAt.slice(0, 19)}" time="0">`,
    ...list.map((one) => caseOf(one, page)),
    '  </testsuite>',
  ].join('\n');
}

function caseOf(one: Case, page: string | undefined): string {
  const open = `    <testcase classname="conformance.${escapeXml(one.id.split('.')[0] ?? '')}" name="${escapeXml(`${one.id}: ${one.promise}`)}" time="0"`;
  const link = page === undefined ? [] : [`${page}#${one.id}`];
  const text = escapeXml([...distinct(one.findings).map(textOf), ...link].join('\n\n'));
  const message = escapeXml(one.findings[0]?.message ?? '');
  if (one.outcome === 'fail' && one.expected === undefined)
    return `${open}>\n      <failure message="${message}" type="requirement">${text}</failure>\n    </testcase>`;
  if (one.outcome === 'fail')
    return `${open}>\n      <skipped message="${escapeXml(`expected to fail: ${one.expected}`)}"/>\n    </testcase>`;
  if (one.outcome === 'inconclusive' && !one.isRepeated)
    return `${open}>\n      <error message="${message}" type="inconclusive">${text}</error>\n    </testcase>`;
  if (one.outcome === 'not-exercised' || one.isRepeated)
    return `${open}>\n      <skipped message="${message}"/>\n    </testcase>`;
  if (one.outcome === 'warn') return `${open}>\n      <system-out>${text}</system-out>\n    </testcase>`;
  return `${open}/>`;
}

function textOf([{ message, expected, seen, curl, stage }, again]: readonly [Finding, number]): string {
  return [
    `${message}${timesOf(again)}`,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(seen === undefined ? [] : [`seen: ${seen}`]),
    ...(curl === undefined ? [] : [curl]),
    `stage: ${stage}`,
  ].join('\n');
}

function counts(list: readonly Case[]) {
  const failed = list.filter(({ outcome }) => outcome === 'fail');
  const expected = failed.filter((one) => one.expected !== undefined).length;
  return {
    tests: list.length,
    failures: failed.length - expected,
    errors: list.filter(({ outcome, isRepeated }) => outcome === 'inconclusive' && !isRepeated).length,
    skipped:
      list.filter(({ outcome, isRepeated }) => outcome === 'not-exercised' || isRepeated).length + expected,
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
