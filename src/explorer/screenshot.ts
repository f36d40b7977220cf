/** `npm run explorer:screenshot`: takes the screenshot for README.md, of the demo at a fixed time. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../docs-site/browser/chromium.ts';
import { Deployments } from '../../docs-site/browser/deployments.ts';

const FILE = fileURLToPath(new URL('../../docs/explorer.webp', import.meta.url));

const { browser, notice } = await launchChromium();
if (browser === undefined) throw new Error(notice);
const deployments = new Deployments();
try {
  const { address } = await deployments.demo(2, '2026-10-15T18:40:00-07:00');
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1.5,
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
  });
  await page.goto(address);
  await page.locator('.gallery').waitFor();
  await page.getByText('Refreshes in').waitFor();
  // The port differs each time.
  await page.evaluate("document.getElementById('connection-button').textContent = '127.0.0.1:3000 · Form 2'");
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  await writeFile(FILE, Buffer.from(data, 'base64'));
  console.log(`wrote ${FILE}`);
} finally {
  await browser.close();
  await deployments.stop();
}
