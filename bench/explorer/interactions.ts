import type { Page } from 'playwright-core';

/** Records the events that take longer than a frame. */
export async function recordEvents(page: Page): Promise<void> {
  await page.addInitScript(`
    window.events = [];
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId, target } of list.getEntries())
        window.events.push({ name, duration, isInteraction: interactionId > 0,
          what: target?.id || target?.textContent?.slice(0, 20) || String(target?.tagName) });
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  `);
}

/** What a visitor does: chooses ranges and days, opens hours of the typical week, turns pages, and moves over the chart. */
export async function interact(page: Page): Promise<void> {
  for (const name of ['7 days', '4 weeks', 'All', 'Today']) {
    await page.locator('#range-presets').getByRole('button', { name }).click();
    await settled(page);
    await hover(page);
  }
  await page.locator('#range-previous').click();
  await settled(page);
  await page.locator('#compare').selectOption({ index: 1 });
  await settled(page);
  await page.locator('#heat-map-body tbody button').first().click();
  await settled(page);
  await page.locator('#heat-map-body thead button').last().click();
  await settled(page);
  await page.locator('#chart summary').click();
  await settled(page);
  await page.locator('#patterns-range').selectOption('all');
  await settled(page);
  await page.locator('#reports-body').getByRole('button', { name: 'Older' }).click();
  await settled(page);
  await page.locator('#theme').click();
  await settled(page);
}

/** The longest interaction and the longest event of a moving pointer, in milliseconds. */
export async function latencies(
  page: Page,
): Promise<{ readonly longest: number; readonly what: string; readonly hover: number }> {
  const events = (await page.evaluate('window.events')) as readonly RecordedEvent[];
  const byDuration = events.toSorted((a, b) => b.duration - a.duration);
  const interaction = byDuration.find(({ isInteraction }) => isInteraction);
  const moved = byDuration.find(({ isInteraction, name }) => !isInteraction && /over|enter|move/.test(name));
  return {
    longest: interaction?.duration ?? 0,
    what: `${interaction?.name} ${interaction?.what}`,
    hover: moved?.duration ?? 0,
  };
}

interface RecordedEvent {
  readonly name: string;
  readonly duration: number;
  readonly isInteraction: boolean;
  readonly what: string;
}

async function hover(page: Page): Promise<void> {
  const area = await page.locator('#chart .plot-area').boundingBox();
  if (area === null) return;
  for (let step = 0; step <= 20; step += 1)
    await page.mouse.move(area.x + (area.width * step) / 20, area.y + area.height / 2);
}

async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(200);
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached', timeout: 60_000 });
  await page.waitForTimeout(400);
}
