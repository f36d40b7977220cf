import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { checkClient } from '../check-client.ts';
import type { Client, Clock } from '../session.ts';
import { movedClock } from './moved-clock.fixture.ts';

type Open = (page: Page, url: string, key: string) => Promise<unknown>;

/** Long enough for a second try after 503, in milliseconds. */
const WATCHED = 2500;
/** How long a page is idle that has loaded, in milliseconds of real time. */
const QUIET = 200;

/** The rules that a page breaks, with their first findings, and those that it keeps. */
export async function checkPage(form: 1 | 2, profile: BrowserContext, name: string, open: Open) {
  const clock = movedClock();
  const { report } = await checkClient({ form, client: pageClient(profile, clock, name, open), clock });
  await profile.close();
  const raised = report.requirements.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
  const tested = report.requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  return { raised: raised.map(({ id, findings }) => [id, findings[0]]), tested };
}

/** A page that is opened anew in each scene, with the same clock; an error on the page that nobody catches is its crash. */
function pageClient(profile: BrowserContext, clock: Clock, name: string, open: Open): Client {
  return {
    name,
    async run(url, key) {
      const page = await profile.newPage();
      const errors: Error[] = [];
      let events = 0;
      page.on('pageerror', (error) => void errors.push(error));
      const count = () => {
        events += 1;
      };
      page.on('request', count).on('response', count);
      /** Waits until the page has received something, and neither sends nor receives more. */
      const settled = async () => {
        for (let before = -1; events === 0 || events !== before; await setTimeout(QUIET)) before = events;
      };
      await page.clock.install();
      await open(page, url, key);
      await settled();
      await clock.sleep(WATCHED);
      await page.clock.fastForward(WATCHED);
      await settled();
      await page.close();
      const [error] = errors;
      return error === undefined ? { kind: 'running', text: '' } : { kind: 'crashed', text: String(error) };
    },
  };
}
