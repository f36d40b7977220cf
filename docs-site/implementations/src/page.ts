import { byId, element } from '../../explorer/src/element.ts';
import type { Judged } from './judge.ts';
import { textOf } from './recording-file.ts';
import { resultOf } from './result.ts';

/** Beside this script, so it is on the site's own origin. */
const judgeScript = new URL('judge.js', (document.currentScript as HTMLScriptElement).src);
const stopped = 'Stopped, because you chose another recording.';
let stop = () => {};
let latest = 0;
const latestOf = new WeakMap<HTMLElement, number>();

/** Judges one recording at a time, in a thread that is loaded when it is needed for the first time. */
function judged(text: string): Promise<Judged | string> {
  stop();
  const worker = new Worker(judgeScript);
  return new Promise((resolve) => {
    stop = () => {
      worker.terminate();
      resolve(stopped);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Judged | string>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => resolve(`the judging thread failed: ${message}`));
    worker.postMessage(text);
  });
}

/** Shows a recording's verdict in `target`, unless a later recording is shown there by then. */
async function show(target: HTMLElement, load: () => Promise<Response>, claimed?: string): Promise<void> {
  latest += 1;
  const turn = latest;
  latestOf.set(target, turn);
  target.setAttribute('aria-busy', 'true');
  target.replaceChildren(element('p', { role: 'status' }, 'Judging in this browser…'));
  let found: Judged | string;
  try {
    const text = await textOf(await load());
    found = turn === latest ? await judged(text) : stopped;
  } catch (error) {
    found = error instanceof Error ? error.message : String(error);
  }
  if (latestOf.get(target) !== turn) return;
  target.replaceChildren(resultOf(found, claimed));
  target.removeAttribute('aria-busy');
}

for (const item of document.querySelectorAll<HTMLElement>('.submission')) {
  const [button, link, target] = ['button', 'a[download]', '.result'].map((what) =>
    item.querySelector<HTMLElement>(what),
  );
  if (!(button instanceof HTMLButtonElement && link instanceof HTMLAnchorElement) || !target) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    void show(target, () => fetch(link.href), item.dataset['verdict']);
  });
}

const own = byId<HTMLInputElement>('own-recording');
byId('own').hidden = false;
own.addEventListener('change', () => {
  const [file] = own.files ?? [];
  if (file !== undefined) void show(byId('own-result'), async () => new Response(file));
});
