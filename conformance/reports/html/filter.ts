import type { AnyReport } from '../../contract/report-types.ts';
import { outcomes, shownEndpoints } from './matrix.ts';
import { escapeHtml } from './text.ts';

/** The controls of the filter, which stay hidden without JavaScript. */
export function filterOf(report: AnyReport): string {
  const options = (list: readonly (readonly [string, string])[]) =>
    list
      .map(([value, words]) => `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`)
      .join('');
  const present = outcomes.filter(([outcome]) => report.counts[outcome] > 0);
  return `<form id="filter" role="search" hidden>
<label>Text <input id="filter-text" type="search" autocomplete="off"></label>
<label>Outcome <select id="filter-outcome"><option value="">any</option>${options(present.map(([outcome, , words]) => [outcome, words]))}</select></label>
<label>Endpoint <select id="filter-endpoint"><option value="">any</option>${options(shownEndpoints(report).map((endpoint) => [endpoint, endpoint]))}</select></label>
<output id="filter-count"></output>
</form>`;
}

/** Hides what the filter does not want, and opens what it finds. It writes no HTML. */
export const filterScript = `
const form = document.getElementById('filter');
const items = [...document.querySelectorAll('[data-endpoints]')];
const field = (name) => document.getElementById('filter-' + name);
const before = new Map([...document.querySelectorAll('details')].map((one) => [one, one.open]));
function apply() {
  const words = field('text').value.toLowerCase().split(/\\s+/).filter(Boolean);
  const outcome = field('outcome').value;
  const endpoint = field('endpoint').value;
  const isActive = words.length > 0 || outcome !== '' || endpoint !== '';
  const found = new Set();
  for (const item of items) {
    const text = item.textContent.toLowerCase();
    const fits = words.every((word) => text.includes(word))
      && (outcome === '' || item.dataset.outcome === outcome)
      && (endpoint === '' || item.dataset.endpoints.split(' ').includes(endpoint));
    if (fits) for (let node = item; node !== null; node = node.parentElement) found.add(node);
  }
  for (const item of items) item.hidden = !found.has(item);
  for (const group of document.querySelectorAll('main section, main tbody'))
    group.hidden = isActive && group.querySelector('[data-endpoints]') !== null && !found.has(group);
  for (const [details, open] of before)
    details.open = isActive && details.dataset.endpoints === undefined ? found.has(details) : open;
  const shown = new Set([...found].filter((node) => node.id !== '' && node.matches('[data-outcome]:not(.exchange)')));
  field('count').value = isActive ? shown.size + ' found' : '';
}
form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;
`;
