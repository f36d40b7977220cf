import type { Deployment } from '../deployment/deployment.ts';
import { byId } from '../element.ts';
import type { Figure } from '../figure/figure.ts';
import { csvOf, pngOf, saveFile, svgOf, svgText } from '../figure/figure-files.ts';
import { longDayName } from '../local-time.ts';

/** What is shown, and can be downloaded. */
export interface Seen {
  readonly deployment: Deployment;
  /** Null for all reports, which begin on `start`. */
  readonly dates: { readonly since: string; readonly until: string } | null;
  readonly start: string;
  /** Null while the chart is not loaded. */
  readonly figure: Figure | null;
}

/** Makes a file from a figure. */
type Make = (figure: Figure, title: string) => Blob | Promise<Blob>;

/** The buttons that download a file of the chart, by the type of the file. */
const FILES: Readonly<Record<string, readonly [button: string, make: Make]>> = {
  csv: ['download-numbers', ({ table }) => new Blob([csvOf(table)], { type: 'text/csv' })],
  svg: [
    'download-svg',
    (figure, title) => new Blob([svgText(svgOf(figure, title))], { type: 'image/svg+xml' }),
  ],
  png: ['download-png', (figure, title) => pngOf(svgOf(figure, title))],
};

/** Lets the buttons download what is `seen`; `attempt` shows failures. */
export function connectDownloads(
  attempt: (work: () => Promise<void>) => void,
  seen: () => Seen | null,
): void {
  const onClick = (id: string, work: (now: Seen) => Promise<void>) =>
    byId(id).addEventListener('click', () => {
      const now = seen();
      if (now !== null) attempt(() => work(now));
    });
  onClick('download', saveReports);
  for (const [type, [button, make]] of Object.entries(FILES))
    onClick(button, (now) => saveChart(now, type, make));
}

async function saveReports({ deployment, dates }: Seen): Promise<void> {
  const { name, file } = await deployment.api.download(dates ?? { until: deployment.today });
  saveFile(name, file);
}

/** Saves a file under a name that has its dates. */
async function saveChart(
  { deployment, dates, start, figure }: Seen,
  type: string,
  make: Make,
): Promise<void> {
  if (figure === null) return;
  const { since, until } = dates ?? { since: start, until: deployment.today };
  const title = since === until ? longDayName(since) : `${longDayName(since)} – ${longDayName(until)}`;
  const name = since === until ? since : `${since}-to-${until}`;
  saveFile(`headcount-chart-${name}.${type}`, await make(figure, `People in line: ${title}`));
}
