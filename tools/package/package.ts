/**
 * `npm run package`: builds the npm package in `dist/queue-headcount`, and packs it as `dist/queue-headcount-VERSION.tgz`
 * (docs/decisions/0028-one-bundled-package.md), with its SBOM beside it. `--out FOLDER` uses another folder than `dist`. `--matrix` then tries the package with
 * several versions of Node.js and npm, which npm installs; `--node 22,24` and `--npm 11` choose some.
 */
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { tryMatrix } from './matrix.ts';
import { pack } from './pack.ts';
import { sbomOf } from './sbom.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(PROJECT, 'dist') },
    matrix: { type: 'boolean', default: false },
    node: { type: 'string', default: '20,22,24,26' },
    npm: { type: 'string', default: '10,11' },
  },
});
const { file, files, packed, unpacked } = await pack(values.out);
const sbom = await sbomOf(join(values.out, 'queue-headcount'));
await writeFile(file.replace(/tgz$/, 'cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `${relative(process.cwd(), file)}: ${files} files, ${megabytes(packed)} packed, ${megabytes(unpacked)} unpacked`,
);
if (values.matrix) {
  const matrix = { nodes: values.node.split(','), npms: values.npm.split(',') };
  if (!(await tryMatrix(file, matrix, values.out))) process.exitCode = 1;
}
