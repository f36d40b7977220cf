import type { Fields } from './fields.ts';
import { type Html, html } from './html.ts';

/** What people write into forms, by field, with the labels of the forms. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  quota: 'Requests a day',
  reason: 'What do you need them for?',
};

/** What was typed into a form that was not accepted, to copy it; null if it was nothing. */
export function typedTexts(fields: Fields): Html | null {
  const typed = Object.entries(LABELS).filter(([name]) => fields(name) !== '');
  if (typed.length === 0) return null;
  return html`<section class="card" aria-labelledby="typed-title">
<h2 id="typed-title">What you typed</h2>
<p>It is stored nowhere. Copy it, and send it again after you have signed in.</p>
${typed.map(([name, label]) => text(`typed-${name}`, label, fields(name)))}
</section>`;
}

function text(id: string, label: string, value: string): Html {
  const rows = Math.min(value.split('\n').length + Math.floor(value.length / 60), 10);
  // A line feed at the beginning of a textarea is ignored.
  return html`<div class="field"><label for="${id}">${label}</label>
<textarea id="${id}" rows="${rows}" readonly>\n${value}</textarea>
<p class="buttons"><button type="button" data-copy="${id}" hidden>Copy<span class="visually-hidden"> “${label}”</span></button></p></div>`;
}
