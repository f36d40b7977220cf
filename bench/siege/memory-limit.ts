import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../result.ts';

/** As in `compose.yaml`. */
export const MEMORY_MB = 512;

/** Control groups of version 2, and of version 1. */
const VERSIONS = [
  { parent: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
  { parent: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
];

/** A limit of memory that the kernel keeps. */
export interface MemoryLimit {
  /** The command by which a shell enters the limit before it becomes the limited program. */
  readonly enter: string;
  /** Returns true if the limit has killed something. */
  hasKilled(): boolean;
  /** Removes the limit of a server that has ended. */
  remove(): Promise<void>;
}

/** A new limit, in a control group. */
export async function limitMemory(): Promise<MemoryLimit> {
  for (const { parent, limit, events } of VERSIONS) {
    const group = join(parent, `headcount-siege-${process.pid}`);
    // The kernel may still count a process that has ended.
    const remove = () => rmdir(group).catch(() => sleep(1000).then(() => rmdir(group)));
    if ((await mkdir(group).catch(() => null)) === null) continue;
    try {
      // A group of version 2 has the file only if its parent lets it limit memory.
      writeFileSync(join(group, limit), String(MEMORY_MB * 2 ** 20), { flag: 'r+' });
    } catch {
      await remove();
      continue;
    }
    return {
      enter: `echo $$ > ${group}/cgroup.procs`,
      hasKilled: () => /^oom_kill [1-9]/m.test(readFileSync(join(group, events), 'utf8')),
      remove,
    };
  }
  throw new UsageError('siege limits memory by a control group, which this user may not make.');
}
