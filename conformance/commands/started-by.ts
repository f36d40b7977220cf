import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, parseJson } from '../contract/json.ts';
import { shellWord } from './arguments.ts';

/** How readers start the gate: in a checkout, or from the built package. */
export function startedBy(): string {
  if (import.meta.url.endsWith('.ts')) return 'npm run conformance --';
  return `npx ${packageFor(process.cwd(), fileURLToPath(new URL('../../', import.meta.url)))} conformance`;
}

/**
 * Names what npx has to run from a folder to get the package that is installed in another one: the file that it was installed from, since
 * its name may not be on npm, or else its name. The name is enough where a project has installed it.
 */
export function packageFor(folder: string, installed: string): string {
  const modules = dirname(resolve(installed));
  if (modules === resolve(folder, 'node_modules')) return 'queue-headcount';
  const file = sourceOf(modules);
  if (file === undefined) return 'queue-headcount';
  const path = relative(folder, file).replaceAll('\\', '/');
  return shellWord(path.startsWith('../') ? path : `./${path}`);
}

/** The file that npm installed the package from, as its list of installed packages says; undefined if it is from a registry. */
function sourceOf(modules: string): string | undefined {
  let list: unknown;
  try {
    list = parseJson(readFileSync(resolve(modules, '.package-lock.json'), 'utf8'));
  } catch {
    return undefined;
  }
  const packages = isObject(list) && isObject(list['packages']) ? list['packages'] : {};
  const own = packages['node_modules/queue-headcount'];
  const resolved = isObject(own) ? String(own['resolved']) : '';
  return resolved.startsWith('file:') ? resolve(dirname(modules), resolved.slice('file:'.length)) : undefined;
}
