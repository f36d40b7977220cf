/** Limits the memory of a command: by the kernel where this user may make control groups, else by watching it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '../serving/servers.ts';

/** As in `compose.yaml`. */
export const MEMORY_MB = 512;

/** Control groups of version 2, and of version 1. */
const VERSIONS = [
  { parent: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
  { parent: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
];
/** Without a control group: about what Node.js allows its heap in one of this size. */
const HEAP_MB = 256;
const WATCHED_EVERY = 20;

export interface MemoryLimit {
  readonly by: 'the kernel' | 'the bench';
  /** What a shell does before it becomes the command. */
  readonly enter: string;
  /** Options of Node.js. */
  readonly options: readonly string[];
  /** Kills the server when it takes more, if the kernel doesn't. */
  watch(server: Server): void;
  /** Whether the limit has killed something. */
  hasKilled(): boolean;
  /** Removes the limit of a server that has ended. */
  remove(): Promise<void>;
}

/** A new limit. */
export async function limitMemory(): Promise<MemoryLimit> {
  for (const { parent, limit, events } of VERSIONS) {
    const group = join(parent, `headcount-siege-${process.pid}`);
    if (
      !(await mkdir(group).then(
        () => true,
        () => false,
      ))
    )
      continue;
    try {
      // A group of version 2 has the file only if its parent lets it limit memory.
      if (existsSync(join(group, limit))) writeFileSync(join(group, limit), String(MEMORY_MB * 2 ** 20));
      else throw new Error('no limit of memory');
    } catch {
      await rmdir(group);
      continue;
    }
    return {
      by: 'the kernel',
      enter: `echo $$ > ${group}/cgroup.procs`,
      options: [],
      watch: () => undefined,
      hasKilled: () => /^oom_kill [1-9]/m.test(readFileSync(join(group, events), 'utf8')),
      async remove() {
        // The kernel may still count the process.
        await rmdir(group).catch(() => sleep(1000).then(() => rmdir(group)));
      },
    };
  }
  let hasKilled = false;
  let watching: NodeJS.Timeout | undefined;
  return {
    by: 'the bench',
    enter: 'true',
    options: [`--max-old-space-size=${HEAP_MB}`],
    watch(server) {
      watching = setInterval(() => {
        if (server.memory() <= MEMORY_MB) return;
        hasKilled = true;
        server.signal('SIGKILL');
      }, WATCHED_EVERY);
    },
    hasKilled: () => hasKilled,
    remove: async () => clearInterval(watching),
  };
}
