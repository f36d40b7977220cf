import type { Finding, Outcome } from '../contract/outcomes.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { curlOf } from '../requests/curl.ts';
import type { Exchange } from '../requests/exchange.ts';
import { type Printable, printable, printableLines } from '../safety/printable.ts';
import { style } from './html-style.ts';
import { listNotes, unscoredNote } from './list-notes.ts';
import { seenOf } from './observations.ts';
import { recordedBy } from './outline.ts';
import type { Report, ReportedRequirement } from './report.ts';

const names: Readonly<Record<Outcome, string>> = {
  fail: 'fail',
  warn: 'warn',
  inconclusive: 'could not be judged',
  'not-exercised': 'not exercised',
  pass: 'pass',
};
const longestBody = 2000;

/** The whole report as one page without external resources. */
export function htmlOf(report: Printable<Report>, evidence: Evidence): string {
  const order: readonly Outcome[] = ['fail', 'warn', 'inconclusive', 'not-exercised', 'pass'];
  const sections = order.flatMap((outcome) => {
    const list = report.requirements.filter((one) => one.outcome === outcome);
    return list.length === 0 ? [] : [sectionOf(outcome, list)];
  });
  const unscored = unscoredNote(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Conformance: ${escapeHtml(report.verdict)} – ${escapeHtml(report.target)}</title>
<style>${style}</style>
</head>
<body>
<header class="${report.verdict}">
<h1>Conformance: ${escapeHtml(report.verdict)}</h1>
${report.problem === undefined ? '' : `<p>${escapeHtml(report.problem)}</p>`}
</header>
<main>
${headOf(report)}
${listNotes(report)
  .map((note) => `<p class="stale">${escapeHtml(note)}.</p>`)
  .join('\n')}
${unscored === undefined ? '' : `<p>${escapeHtml(unscored)}.</p>`}
${sections.join('\n')}
${observationsOf(report)}
<h2 id="requests">Requests</h2>
${evidence.exchanges.map(exchangeOf).join('\n')}
</main>
</body>
</html>
`;
}

function headOf(report: Report): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Target', report.target],
    ['Form', `declared ${report.formDeclared}, seen ${report.formSeen}`],
    ['Level', report.level],
    [
      'Judged',
      `${report.counts.pass} pass, ${report.counts.fail} fail, ${report.counts.warn} warn, ${report.counts['not-exercised']} not exercised, ${report.counts.inconclusive} could not be judged`,
    ],
    report.recording === undefined
      ? [
          'Requests',
          `${report.requests} of ${report.maxRequests}, ${(report.quotaShare * 100).toFixed(1)} % of a day's quota`,
        ]
      : ['Recorded', recordedBy(report.recording)],
    ...(report.dredd === undefined
      ? []
      : [
          [
            'Dredd',
            `${report.dredd.transactions} transactions: ${report.dredd.passed} pass, ${report.dredd.failed} fail, ${report.dredd.skipped} skipped`,
          ] as const,
        ]),
    ['Started', `${report.startedAt}, ${report.seconds.toFixed(1)} s`],
    ['Document', `sha256 ${report.documentHash}`],
    ['Gate', `version ${report.gateVersion}, requirements of ${report.revision}`],
    ['Repeat', report.repeat],
  ];
  return `<table class="head">${rows.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`;
}

function sectionOf(outcome: Outcome, list: readonly ReportedRequirement[]): string {
  const items = list.map((one) => requirementOf(one)).join('\n');
  const title = `${list.length} ${names[outcome]}`;
  return outcome === 'pass'
    ? `<details class="pass"><summary><h2>${title}</h2></summary>${items}</details>`
    : `<h2 class="${outcome}">${title}</h2>\n${items}`;
}

function requirementOf(one: ReportedRequirement): string {
  return `<article class="${one.outcome}" id="${escapeHtml(one.id)}">
<h3><code>${escapeHtml(one.id)}</code> ${escapeHtml(one.promise)}</h3>
<p class="made">${one.level}; source: ${escapeHtml(one.made)}; <code>${escapeHtml(one.at)}</code>${one.expected === undefined ? '' : `; expected to fail: ${escapeHtml(one.expected)}`}</p>
${one.findings.map(findingOf).join('\n')}
</article>`;
}

function findingOf({ message, expected, seen, curl, exchange, stage }: Finding): string {
  const link = exchange === undefined ? '' : ` <a href="#request-${exchange}">request ${exchange}</a>`;
  return `<div class="finding"><p>${escapeHtml(message)}${stage === 'dredd' ? ' (found by Dredd)' : ''}${link}</p>${
    expected === undefined && seen === undefined
      ? ''
      : `<dl><dt>expected</dt><dd>${escapeHtml(expected ?? '')}</dd><dt>seen</dt><dd>${escapeHtml(seen ?? '')}</dd></dl>`
  }${curl === undefined ? '' : `<pre>${escapeHtml(curl)}</pre>`}</div>`;
}

function observationsOf({ observations }: Report): string {
  const rows = observations.map(
    ({ gap, open, seen, does }) =>
      `<tr${seen ? '' : ' class="unseen"'}><th scope="row"><code>${escapeHtml(gap)}</code></th><td>${escapeHtml(open)}</td><td>${escapeHtml(does)}</td></tr>`,
  );
  return `<details class="observations"><summary><h2 id="observations">What the description leaves open, and what this deployment does</h2></summary>
<p>${seenOf(observations)}. None of it is judged.</p>
<table><thead><tr><th scope="col">Gap</th><th scope="col">Open question</th><th scope="col">This deployment</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></details>`;
}

function exchangeOf({ response, ...request }: Exchange): string {
  const { number, method, url, durationMs, unanswered, step } = printable(request);
  const body = (response?.body ?? '').slice(0, longestBody);
  const cut = body.length < (response?.body.length ?? 0) ? `\n… cut, ${response?.bytes} bytes` : '';
  const headers = Object.entries(printable(response?.headers ?? {}))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return `<details class="exchange" id="request-${number}"><summary>${number} <b>${response?.status ?? 'no response'}</b> ${escapeHtml(`${method} ${url}`)} <i>${escapeHtml(step)}, ${durationMs} ms</i></summary>
<pre>${escapeHtml(printable(curlOf(request)))}</pre><pre>${escapeHtml(unanswered ?? `${headers}\n\n${printableLines(body)}${cut}`)}</pre></details>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
