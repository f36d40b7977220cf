import { readdirSync, readFileSync } from 'node:fs';

/** The variable that marks the processes of a run, since children inherit it. */
export const MARK = 'HEADCOUNT_CHECK_RUN';
/** A process may start another one while it is looked for. */
const LOOKS = 5;

/** Kills the processes with a mark that have left the group of their program, as with `setsid`. Only Linux shows them. */
export function endMarked(mark: string): void {
  if (process.platform !== 'linux') return;
  for (let look = 0; look < LOOKS; look += 1) {
    const ended = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && endIfMarked(id, mark));
    if (ended.length === 0) return;
  }
}

function endIfMarked(id: string, mark: string): boolean {
  try {
    const variables = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
    return variables.includes(`${MARK}=${mark}`) && process.kill(Number(id), 'SIGKILL');
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}
