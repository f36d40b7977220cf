// What the single file starts with, and what every thread loads first (see single-file.ts). The files of the package are a ZIP archive
// in the executable; this mounts it, so that modules, threads and `node:fs` find them as if npm had installed the package.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { getRawAsset } from 'node:sea';
import { create, ZipProvider } from 'node:vfs';
import { constants, runInThisContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { ZipBuffer } from 'node:zlib';

// The first mount of a thread has the same address in all threads, so a thread can be started with the address of a module.
const files = create(new ZipProvider(new ZipBuffer(getRawAsset('package.zip'))));
files.mount();

// Once something is mounted, these two of Node.js 26.10 fail for every file, with `h.writev is not a function`. Write streams use one.
fs.writev = (file, buffers, position, callback = position) => {
  const at = typeof position === 'number' ? position : null;
  fs.write(file, Buffer.concat(buffers), 0, null, at, (error, written) => callback(error, written, buffers));
};
delete fs.readv;
syncBuiltinESMExports();

if (isMainThread) {
  const program = `${files.mountPointURL}/node_modules/queue-headcount/src/commands/headcount.mjs`;
  // `import` itself finds only Node's own modules here.
  runInThisContext(`import(${JSON.stringify(program)})`, {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}
