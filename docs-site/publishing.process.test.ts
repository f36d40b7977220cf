import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PROJECT } from './contents.ts';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

it.skipIf(!hasNginx).each([
  ['docs/publishing.md', (example: string) => `server { listen 127.0.0.1:18080; ${example} }`],
  ['docs/several-nodes.md', (example: string) => example],
  ['docs/monitoring.md', (example: string) => `server { listen 127.0.0.1:18080; ${example} }`],
] as const)('nginx accepts the example of %s', (file, withServer) => {
  const guide = readFileSync(join(PROJECT, file), 'utf8');
  const [, example = ''] = /\b(?:In|With) nginx[^\n]*:\n\n```text\n(.+?)^```$/ms.exec(guide) ?? [];
  expect(example).not.toBe('');
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'mime.types'), 'types { text/html html; }');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const http = `access_log off; ${temporary.join(' ')} ${withServer(example.replace('listen 80;', 'listen 18081;'))}`;
  const configuration = `pid ${folder}/nginx.pid; error_log stderr; events {} http { ${http} }`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const { stderr, status } = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  expect({ status, warnings: String(stderr).match(/\[(?:warn|emerg)\].*/g) }).toEqual({
    status: 0,
    warnings: null,
  });
});
