import { byId, element } from '../../explorer/src/element.ts';
import type { Judged } from './judge.ts';
import { textOf } from './recording-file.ts';
import { resultOf } from './result.ts';

/** Beside this script, so it is on the site's own origin. */
const judgeScript = new URL('judge.js', (document.currentScript as HTMLScriptElement).src);
let stop = () => {};

/** Judges one recording at a time, in a thread that is loaded when it is needed for the first time. */
function judged(text: string): Promise<Judged | string> {
  stop();
  const worker = new Worker(judgeScript);
  return new Promise((resolve) => {
    stop = () => {
      worker.terminate();
      resolve('Stopped, since another recording is judged.');
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Judged | string>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => resolve(`the judging thread failed: ${message}`));
    worker.postMessage(text);
  });
}

async function show(target: HTMLElement, load: () => Promise<Response>, claimed?: string): Promise<void> {
  target.setAttribute('aria-busy', 'true');
  target.replaceChildren(element('p', { role: 'status' }, 'Judging in this browser…'));
  let found: Judged | string;
  try {
    found = await judged(await textOf(await load()));
  } catch (error) {
    found = error instanceof Error ? error.message : String(error);
  }
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
