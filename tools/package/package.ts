/**
 * `npm run package`: builds the npm package in `dist/queue-headcount`, and packs it as `dist/queue-headcount-VERSION.tgz`
 * (docs/decisions/0062-one-bundled-package.md). `--out FOLDER` uses another folder than `dist`.
 */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { pack } from './pack.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: join(PROJECT, 'dist') } } });
const { file, files, packed, unpacked } = await pack(values.out);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `${relative(process.cwd(), file)}: ${files} files, ${megabytes(packed)} packed, ${megabytes(unpacked)} unpacked`,
);
