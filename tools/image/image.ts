/**
 * `npm run image`: builds the image of the Dockerfile without a daemon, and tries its root file system: the service starts, is healthy, passes
 * the gate in the same image, and stops. Needs Linux, root, and Debian's packages buildah, skopeo and umoci. `--stand-in` also makes a
 * stand-in for the official image of Node, and needs mmdebstrap. Exits with 1 if a check fails.
 */
import { parseArgs } from 'node:util';
import { buildImage } from './build-image.ts';
import { tryImage } from './try-image.ts';

const { values } = parseArgs({ options: { 'stand-in': { type: 'boolean', default: false } } });
const image = await buildImage({ hasStandIn: values['stand-in'] });
const checks = await tryImage(image.bundle);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${image.name}, ${image.digest}`);
console.log(`size: ${megabytes(image.compressed)} compressed, ${megabytes(image.unpacked)} unpacked`);
for (const { name, passed, detail } of checks) console.log(`${passed ? 'pass' : 'FAIL'}  ${name}: ${detail}`);
if (checks.some(({ passed }) => !passed)) process.exitCode = 1;
