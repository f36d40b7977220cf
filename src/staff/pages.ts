import { DAY, HOUR, MINUTE, type Micros } from '../service/domain/micros.ts';
import type { Report } from '../service/domain/report.ts';
import type { Status } from '../service/domain/status.ts';
import { counted, TEXT_LIMITS } from '../service/domain/texts.ts';
import { Html, html } from '../service/http/pages/html.ts';
import { PHONE_STYLE, phonePage, phonePolicy } from '../service/http/pages/phone-page.ts';
import type { Reporter } from '../service/store/live-report-store.ts';
import { dateText } from './change-hours.ts';
import { entryText, type PresentHours } from './staff-hours.ts';

const STYLE = `${PHONE_STYLE}
main{justify-content:flex-start}
h2{font-size:1.125rem;margin:.5rem 0 0}
details{border:2px solid var(--quiet);border-radius:.75rem}
summary{padding:.75rem 1rem;font-weight:600;cursor:pointer}
form{display:grid;gap:.75rem}
details>form,details>p{padding:0 1rem 1rem}
label{display:grid;gap:.25rem}
button{min-height:3rem;padding:.5rem 1rem;font-size:1.125rem}
ul{margin:0;padding:0;list-style:none;display:grid;gap:.75rem}
li{display:flex;justify-content:space-between;align-items:center;gap:1rem;overflow-wrap:anywhere}
li button{flex:none;overflow-wrap:normal;background:none;color:var(--accent);border:2px solid}`;

export const STAFF_POLICY = phonePolicy(STYLE);

/** The content of the page. */
export interface StaffView extends Pick<PresentHours, 'time' | 'now' | 'state' | 'planned'> {
  readonly venueName: string | null;
  /** After a change. */
  readonly isSaved: boolean;
  readonly status: Status;
  readonly newestReport: Micros | null;
  /** The newest ones of the last two hours. */
  readonly reports: readonly Report[];
  readonly devices: readonly Reporter[];
}

/** The form of the last attempt, and why it was refused. */
export interface Refused {
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string;
}

type Input = readonly [name: string, label: string, attributes: string];

const TIME: Input = ['time', 'Time', 'type="time" required'];
const COMMENT: Input = [
  'comment',
  'Comment for everybody (optional)',
  `maxlength="${TEXT_LIMITS.hoursComment}" autocomplete="off"`,
];
const FORMS: readonly (readonly [kind: string, title: string, inputs: readonly Input[]])[] = [
  ['close', 'Close now', []],
  ['close-at', 'Close at …', [TIME]],
  ['open-until', 'Open until …', [TIME]],
  [
    'closed-on',
    'Closed on …',
    [
      ['from', 'First date', 'type="date" required'],
      ['to', 'Last date (optional)', 'type="date"'],
    ],
  ],
];

/** The page of somebody with a link. */
export function staffPageOf(view: StaffView, refused: Refused | null): string {
  const { time, now, state, status, planned, newestReport, reports, devices } = view;
  const people = Math.round(status.value);
  const line = status.hasEstimate ? `${counted(people, 'person', 'people')} in line.` : 'No number now.';
  const forms = FORMS.map(([kind, title, inputs]) => {
    const sent = refused?.fields['kind'] === kind ? refused : null;
    const fields = [...inputs, COMMENT].map(([name, label, attributes]) => {
      const value = sent?.fields[name] ?? '';
      return html`<label>${label}<input name="${name}" ${new Html(attributes)} value="${value}"></label>`;
    });
    return html`<details name="change"${sent !== null && html` open`}><summary>${title}</summary>
<form method="post" action="staff">${sent !== null && error(sent)}${fields}
<button name="kind" value="${kind}">${title.replace(' …', '')}</button></form></details>
`;
  });
  const list = (items: readonly Html[]) =>
    items.length > 0 && html`<form method="post" action="staff"><ul>${items}</ul></form>`;
  const button = (name: string, value: number, text: string, what: string) =>
    html`<button name="${name}" value="${value}" aria-label="${text}: ${what}">${text}</button>`;
  return phonePage(
    view.venueName ?? 'Opening hours',
    null,
    STYLE,
    html`${refused !== null && refused.fields['kind'] === undefined && error(refused)}
<p role="status">${view.isSaved && 'Saved. '}<strong>${state}</strong> ${line}<br>
Newest report: ${newestReport === null ? 'none yet' : agoText(newestReport, now)}.</p>
${status.message !== null && html`<p class="quiet">People read: ${status.message}</p>`}
<p class="quiet">It is ${time.clock(now)} here, ${dateText(time.date(now))}.</p>
<h2>Change the hours</h2>
${forms}
${planned.length > 0 && html`<h2>Changed and planned</h2>`}
${list(
  planned.map((entry) => {
    const text = entryText(entry, time);
    return html`<li>${text} ${button('take-back', entry.id, 'Take back', text)}</li>`;
  }),
)}
<details><summary>Reports, last two hours (${reports.length})</summary>
${list(
  reports.map(({ id, bucket, createdAt }) => {
    const text = `${time.clock(createdAt)}: ${bucket}`;
    return html`<li>${text} ${button('remove', id, 'Remove', text)}</li>`;
  }),
)}</details>
<details><summary>Devices (${devices.length})</summary>
${devices.map(({ name, heardAt }) => html`<p>${name}: ${heardAt === null ? 'not heard yet' : `heard ${agoText(heardAt, now)}`}</p>`)}</details>`,
  );
}

/** A page that only says something. */
export function staffMessage(venueName: string | null, title: string, message: string): string {
  return phonePage(title, venueName, STYLE, html`<p>${message}</p>`);
}

function error({ message }: Refused): Html {
  return html`<p class="error" role="alert">${message}</p>`;
}

function agoText(at: Micros, now: Micros): string {
  const age = Math.max(0, now - at);
  const [unit, noun] = age < HOUR ? [MINUTE, 'minute'] : age < DAY ? [HOUR, 'hour'] : [DAY, 'day'];
  return `${counted(Math.floor(age / unit), noun)} ago`;
}
