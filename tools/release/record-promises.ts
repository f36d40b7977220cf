/** `npm run promises`: adds to promises.json what the program has now. `npm run release` does so when it makes a commit. */
import { readFile, writeFile } from 'node:fs/promises';
import { PROMISES, presentPromises } from './promises.ts';

const promised = JSON.parse(await readFile(PROMISES, 'utf8')) as readonly string[];
const all = [...new Set([...promised, ...presentPromises()])].toSorted();
await writeFile(PROMISES, `${JSON.stringify(all, null, 2)}\n`);
console.log(`${all.length - promised.length} promises added`);
