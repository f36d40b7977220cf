import type { Finding } from '../../contract/outcomes.ts';
import type { AnyReport, ReportedRequirement } from '../../contract/report-types.ts';
import { counted } from '../../safety/printable.ts';
import {
  byEndpoint,
  byReason,
  distinct,
  notSent,
  type ShownCause,
  shownCauses,
  timesOf,
  unsent,
} from '../outline.ts';
import { code, escapeHtml } from './text.ts';

/** The URL of the page of requirements, which has an anchor for each; undefined if no link to it would work. */
export type RequirementsPage = string | undefined;

/** The causes by endpoint, each with the failures that follow from it. */
export function causesOf(report: AnyReport, page: RequirementsPage): string {
  return byEndpoint(shownCauses(report))
    .map(
      ({ endpoint, causes }) =>
        `<h3>${escapeHtml(endpoint)}</h3>\n${causes.map((cause) => causeOf(cause, page)).join('\n')}`,
    )
    .join('\n');
}

/** Requirements with all their findings. */
export function articlesOf(list: readonly ReportedRequirement[], page: RequirementsPage): string {
  return list.map((one) => articleOf(one, page, '')).join('\n');
}

/** Requirements of an outcome by reason, such as those that were not tested, with what would test them. */
export function reasonsOf(report: AnyReport, outcome: 'not-exercised' | 'inconclusive'): string {
  const byId = new Map<string, ReportedRequirement>(report.requirements.map((one) => [one.id, one]));
  return byReason(report, outcome)
    .map(({ reason, needed, ids }) => {
      const list = ids.flatMap((id) => byId.get(id) ?? []);
      const hint =
        needed === undefined
          ? ''
          : `<p>To test ${ids.length === 1 ? 'it' : 'them'}: ${escapeHtml(needed)}.</p>\n`;
      return `<h3>${ids.length} because ${escapeHtml(reason)}</h3>\n${hint}${listOf(list)}`;
    })
    .join('\n');
}

/** Requirements with their promises only. */
export function listOf(list: readonly ReportedRequirement[]): string {
  if (list.length === 0) return '';
  const items = list.map((one) => `<li ${attributesOf(one)}>${code(one.id)} ${escapeHtml(one.promise)}</li>`);
  return `<ul class="plain">${items.join('\n')}</ul>`;
}

/** The optional requests that did not fit in the budget. */
export function unsentOf(report: AnyReport): string {
  const list = unsent(report);
  if (list.length === 0) return '';
  const items = list.map(
    ({ step, request, purpose }) =>
      `<li>${code(request ?? step)}${purpose === undefined ? '' : ` ${escapeHtml(purpose)}`}</li>`,
  );
  return `<p>${escapeHtml(notSent(report).join(' '))}</p>
<ul class="plain">${items.join('\n')}</ul>`;
}

function causeOf({ failure, consequences }: ShownCause, page: RequirementsPage): string {
  if (consequences.length === 0) return articleOf(failure, page, '');
  const list = consequences.map((one) => articleOf(one, page, '', 'h5')).join('\n');
  return articleOf(
    failure,
    page,
    `<details class="consequences"><summary>${counted(consequences.length, 'failure')} follow${consequences.length === 1 ? 's' : ''} from ${code(failure.id)}</summary>${list}</details>`,
  );
}

function articleOf(one: ReportedRequirement, page: RequirementsPage, more: string, heading = 'h4'): string {
  const link =
    page === undefined ? '' : ` <a href="${escapeHtml(`${page}#${one.id}`)}">About ${code(one.id)}</a>.`;
  return `<article ${attributesOf(one)}>
<${heading}>${code(one.id)} ${escapeHtml(one.promise)}</${heading}>
<p class="made">${one.level === 'must' ? 'Required' : 'Recommended'}. ${one.at.startsWith('/') ? 'In the contract' : 'See'}: ${code(one.at)}.${link}${one.expected === undefined ? '' : ` Expected to fail: ${escapeHtml(one.expected)}.`}</p>
${distinct(one.findings).map(findingOf).join('\n')}${more}
</article>`;
}

function findingOf([{ message, expected, seen, curl, exchange, stage }, again]: readonly [
  Finding,
  number,
]): string {
  const link =
    exchange === undefined
      ? ''
      : ` <a href="#request-${escapeHtml(String(exchange))}">Request ${escapeHtml(String(exchange))}</a>`;
  const pairs = [
    ...(expected === undefined ? [] : [['expected', expected] as const]),
    ...(seen === undefined ? [] : [['seen', seen] as const]),
  ].map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<div class="finding"><p>${escapeHtml(message)}${timesOf(again)}${stage === 'dredd' ? ' (found by Dredd)' : ''}.${link}</p>${
    pairs.length === 0 ? '' : `<dl>${pairs.join('')}</dl>`
  }${curl === undefined ? '' : `<pre>${escapeHtml(curl)}</pre>`}</div>`;
}

/** The anchor and the class of a requirement. */
function attributesOf({ id, outcome }: ReportedRequirement): string {
  return `id="${escapeHtml(id)}" class="${outcome}"`;
}
