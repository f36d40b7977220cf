// Plain JavaScript without newer syntax, so that an old Node.js can run it.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The path of the Node.js that the project's packages bring, or null if it is not installed. */
export function projectNode() {
  const runtime = createRequire(new URL('../../tools/node-runtime/package.json', import.meta.url));
  for (const name of Object.keys(runtime('./package.json').optionalDependencies)) {
    try {
      const manifest = runtime.resolve(`${name}/package.json`);
      return join(dirname(manifest), runtime(manifest).bin.node);
    } catch (error) {
      // npm installs the package for this machine only.
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return null;
}
