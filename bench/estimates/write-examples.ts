/** `npx node bench/estimates/write-examples.ts`: regenerates the picture and the golden vectors of the estimate. */
import { writeFile } from 'node:fs/promises';
import { examples } from './examples.ts';

for (const [path, content] of examples()) {
  await writeFile(new URL(`../../${path}`, import.meta.url), content);
  console.log(`wrote ${path}`);
}
