import { createHash } from 'node:crypto';
import type { AnyReport } from '../../contract/report-types.ts';
import type { Recording } from '../../evidence/evidence.ts';
import type { Printable } from '../../safety/printable.ts';
import { counted } from '../../safety/printable.ts';
import { listNotes } from '../list-notes.ts';
import { shownCauses, unsent } from '../outline.ts';
import { headlineOf, kindOf, runOf } from '../run-summary.ts';
import { countsOf, outcomes } from './counts.ts';
import { exchangesOf } from './exchanges.ts';
import { articlesOf, causesOf, listOf, type RequirementsPage, reasonsOf, unsentOf } from './requirements.ts';
import { style } from './style.ts';
import { escapeHtml, foldedSection, section } from './text.ts';

/** Allows the page its own style only, so that nothing that a deployment sent can run. */
const policy = `default-src 'none'; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'`;

/** The whole report as one page, without scripts and external resources. */
export function htmlOf(report: Printable<AnyReport>, recording: Recording, page?: RequirementsPage): string {
  const sections = sectionsOf(report, recording, page).filter(({ html }) => html !== '');
  const contents = sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${kindOf(report)}: ${escapeHtml(report.verdict)} – ${escapeHtml(report.target)}</title>
<style>${style}</style>
</head>
<body>
${headerOf(report)}
<div class="page">
<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav>
<main>
${sections.map(({ html }) => html).join('\n')}
</main>
</div>
</body>
</html>
`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

function sectionsOf(report: AnyReport, recording: Recording, page: RequirementsPage): readonly Section[] {
  const { counts, requirements, exchanges } = { ...report, exchanges: recording.exchanges };
  const having = (outcome: string) => requirements.filter((one) => one.outcome === outcome);
  const isChecked = counts.inconclusive < requirements.length;
  const open = (id: string, title: string, content: string) => ({
    id,
    title,
    html: section(id, title, content),
  });
  const folded = (id: string, title: string, content: string) => ({
    id,
    title,
    html: foldedSection(id, title, content),
  });
  return [
    open(
      'causes',
      `${counted(shownCauses(report).length, 'cause')} of ${counted(counts.fail, 'failure')}`,
      causesOf(report, page),
    ),
    open('warnings', counted(counts.warn, 'warning'), articlesOf(having('warn'), page)),
    open('by-endpoint', 'Outcomes by endpoint', isChecked ? countsOf(report) : ''),
    (isChecked ? open : folded)(
      'inconclusive',
      `${counts.inconclusive} could not be checked`,
      reasonsOf(report, 'inconclusive'),
    ),
    folded('not-tested', `${counts['not-exercised']} not tested`, reasonsOf(report, 'not-exercised')),
    folded('not-sent', `${counted(unsent(report).length, 'optional request')} not sent`, unsentOf(report)),
    folded('passed', `${counts.pass} passed`, listOf(having('pass'))),
    open('run', 'This run', runTable(report)),
    folded('requests', counted(exchanges.length, 'request'), exchangesOf(report, exchanges)),
  ];
}

function headerOf(report: AnyReport): string {
  const counts = outcomes.flatMap(([outcome, words]) =>
    report.counts[outcome] === 0 ? [] : [`<li>${report.counts[outcome]} ${words}</li>`],
  );
  const notes = [report.problem ?? [], report.advice, listNotes(report)].flat();
  const texts = notes.map((text) =>
    text.startsWith('curl ') ? `<pre>${escapeHtml(text)}</pre>` : `<p>${escapeHtml(text)}</p>`,
  );
  const [verdict = '', reason = ''] = headlineOf(report).split('  ');
  return `<header class="${report.verdict}"><div>
<h1>${escapeHtml(`${verdict.charAt(0)}${verdict.slice(1).toLowerCase()}: ${reason}`)}</h1>
<p>${escapeHtml(report.target)}</p>
<ul>${counts.join('')}<li>${counted(report.requests, 'request')}</li></ul>
${texts.join('\n')}
</div></header>`;
}

function runTable(report: AnyReport): string {
  const rows = [...runOf(report), ['repeat', report.repeat] as const].map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table class="run">${rows.join('')}</table>`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
