/**
 * `npm run package`: builds the npm package in `dist/queue-headcount`, and packs it as `dist/queue-headcount-VERSION.tgz`
 * (docs/decisions/0028-one-bundled-package.md), with its SBOM beside it. `--out FOLDER` uses another folder than `dist`.
 */
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { pack } from './pack.ts';
import { sbomOf } from './sbom.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(PROJECT, 'dist') },
  },
});
const { file, files, packed, unpacked } = await pack(values.out, console.error);
const sbom = await sbomOf(join(values.out, 'queue-headcount'));
await writeFile(file.replace(/tgz$/, 'cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `${relative(process.cwd(), file)}: ${files} files, ${megabytes(packed)} packed, ${megabytes(unpacked)} unpacked`,
);
