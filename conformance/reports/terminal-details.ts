import type { AnyReport } from '../contract/report-types.ts';
import { byEndpoint, distinct, type ShownCause, shownCauses, timesOf } from './outline.ts';
import { type Page, wrapped } from './terminal-text.ts';

/** Each cause with its promise, what was expected and seen, the requests, and what follows from it; empty without failures. */
export function detailsIn(report: AnyReport, page: Page, requirementsPage?: string): readonly string[] {
  const causes = byEndpoint(shownCauses(report)).flatMap((group) => group.causes);
  return causes.length === 0
    ? []
    : [
        page.paint('Details', 'bold'),
        ...causes.flatMap((cause) => ['', ...detailOf(cause, page, requirementsPage)]),
      ];
}

function detailOf(
  { failure, consequences }: ShownCause,
  { width, paint }: Page,
  requirementsPage: string | undefined,
): readonly string[] {
  const { id, promise, at, expected, findings } = failure;
  const follow = consequences.map((one) => one.id).join(', ');
  return [
    paint(`✗ ${id}`, 'red'),
    ...wrapped(promise, width, '    '),
    ...[
      `in the contract: ${at}`,
      ...(requirementsPage === undefined ? [] : [`${requirementsPage}#${id}`]),
    ].map((line) => paint(`    ${line}`, 'gray')),
    ...(expected === undefined ? [] : wrapped(`expected to fail: ${expected}`, width, '    ')),
    ...distinct(findings)
      .slice(0, 2)
      .flatMap(([{ message, expected: wanted, seen, curl, stage }, again]) => [
        ...wrapped(
          `${message}${timesOf(again)}${stage === 'dredd' ? ' (found by Dredd)' : ''}`,
          width,
          '  - ',
          '    ',
        ),
        ...(wanted === undefined ? [] : wrapped(wanted, width, '      expected  ', ' '.repeat(16))),
        ...(seen === undefined ? [] : wrapped(seen, width, '      seen      ', ' '.repeat(16))),
        ...(curl === undefined ? [] : [paint(`      ${curl}`, 'gray')]),
      ]),
    ...(follow === '' ? [] : wrapped(follow, width, '    follows from it: ', '      ')),
  ];
}
