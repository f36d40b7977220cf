/** The process of attackers: `NAME SECONDS TARGET`. Sends how many connections got a response; its end closes the others. */
import { SIEGES } from './sieges.ts';
import type { Target } from './storm.ts';

const [name, seconds, target] = process.argv.slice(2) as [string, string, string];
const siege = SIEGES.find((one) => one.name === name);
process.once('disconnect', () => process.exit());
const responses = await siege?.attack(
  JSON.parse(target) as Target,
  AbortSignal.timeout(Number(seconds) * 1000),
);
process.send?.(responses, () => process.exit());
