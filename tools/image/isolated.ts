import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('isolated.sh', import.meta.url));

/** What the image says about its process. */
interface Process {
  readonly args: readonly string[];
  readonly env: readonly string[];
  readonly user: { readonly uid: number; readonly gid: number };
}

/** Runs programs in the root file system of an unpacked image, as its user and with its variables. */
export class Isolated {
  readonly process: Process;
  readonly #root: string;
  readonly #data: string;

  private constructor(root: string, data: string, process: Process) {
    this.#root = root;
    this.#data = data;
    this.process = process;
  }

  static async create(bundle: string): Promise<Isolated> {
    const config = JSON.parse(await readFile(join(bundle, 'config.json'), 'utf8')) as { process: Process };
    const root = join(bundle, 'rootfs');
    // Engines make this folder, too.
    await mkdir(join(root, 'proc'), { recursive: true });
    const data = join(bundle, 'data');
    await mkdir(data, { recursive: true });
    await chown(data, config.process.user.uid, config.process.user.gid);
    return new Isolated(root, data, config.process);
  }

  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
    const { env, user } = this.process;
    return spawn(
      '/usr/bin/unshare',
      [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        '/bin/sh',
        SCRIPT,
        this.#root,
        this.#data,
        `${user.uid}:${user.gid}`,
        ...args,
      ],
      { env: { ...Object.fromEntries(env.map((pair) => pair.split(/=(.*)/s))), ...environment } },
    );
  }

  /** Runs a program to its end. */
  async run(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
    const child = this.start(args, environment);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'exit'),
    ]);
    return { code, stdout, stderr };
  }
}

/** The process that a started program is outside of its namespace. */
export async function processOf(child: ChildProcess): Promise<number> {
  return Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
}
