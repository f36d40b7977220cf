import type { AnyReport } from '../../contract/report-types.ts';
import { curlOf } from '../../requests/curl.ts';
import type { Exchange } from '../../requests/exchange.ts';
import { printable, printableLines } from '../../safety/printable.ts';
import { escapeHtml } from './text.ts';

const longestBody = 2000;

/** Every request with its response, and the failures that were seen in it. */
export function exchangesOf({ requirements }: AnyReport, exchanges: readonly Exchange[]): string {
  const failures = requirements
    .filter(({ outcome }) => outcome === 'fail')
    .flatMap(({ id, findings }) => findings.map(({ exchange }) => ({ id, exchange })));
  const byExchange = Map.groupBy(failures, ({ exchange }) => exchange);
  return exchanges
    .map((exchange) =>
      exchangeOf(exchange, new Set((byExchange.get(exchange.number) ?? []).map(({ id }) => id))),
    )
    .join('\n');
}

function exchangeOf({ response, ...request }: Exchange, failures: ReadonlySet<string>): string {
  const { number, method, url, durationMs, unanswered, step } = printable(request);
  const body = (response?.body ?? '').slice(0, longestBody);
  const cut = body.length < (response?.body.length ?? 0) ? `\n… cut, ${response?.bytes} bytes` : '';
  const headers = Object.entries(printable(response?.headers ?? {}))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const links = [...failures].map((id) => `<a href="#${escapeHtml(id)}">${escapeHtml(id)}</a>`);
  return `<details class="exchange${failures.size > 0 ? ' fail' : ''}"><summary>${escapeHtml(String(number))} <b>${escapeHtml(String(response?.status ?? 'no response'))}</b> ${escapeHtml(`${method} ${url}`)} <i>${escapeHtml(`${step}, ${durationMs} ms`)}${failures.size > 0 ? ', shows a failure' : ''}</i></summary><div id="request-${escapeHtml(String(number))}">
${links.length === 0 ? '' : `<p>Shows ${links.join(', ')}.</p>`}<pre>${escapeHtml(printable(curlOf(request)))}</pre><pre>${escapeHtml(unanswered ?? `${headers}\n\n${printableLines(body)}${cut}`)}</pre></div></details>`;
}
