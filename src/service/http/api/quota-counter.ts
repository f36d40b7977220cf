import { LRUCache } from 'lru-cache';
import type { Key } from '../../store/account-store.ts';
import { StoreError } from '../../store/errors.ts';
import type { QuotaAllowance, QuotaStore } from '../../store/store.ts';
import type { Observer } from '../server/observer.ts';

/** The requests of one key that wait for the same commit. */
interface Group {
  readonly key: Key;
  readonly date: string;
  count: number;
  readonly allowance: PromiseWithResolvers<QuotaAllowance>;
}

/** Groups that wait, by key and date, and how many commits of such groups are in flight. */
interface CommitQueue {
  waiting: Map<string, Group>;
  commits: number;
  readonly maxCommits: number;
}

/** How many commits can be in flight: while one waits for the database, the next one collects requests. */
const MAX_COMMITS = 2;

/** How many keys without any quota left are remembered. */
const MAX_SPENT = 10_000;

/**
 * Counts the requests of a process, at whichever venue, against daily quotas. Requests that arrive together share one commit and are
 * allowed after it, so no request is allowed without being counted. Requests of a key that arrive while it is being
 * counted wait in a queue of their own: other processes may hold that key's counter, and then only busy keys wait for it.
 */
export class QuotaCounter {
  readonly #store: Pick<QuotaStore, 'consumeQuota'>;
  readonly #observer: Observer | null;
  readonly #queue: CommitQueue = { waiting: new Map(), commits: 0, maxCommits: MAX_COMMITS };
  readonly #busyQueue: CommitQueue = { waiting: new Map(), commits: 0, maxCommits: 1 };
  /** Keys and dates in a commit that is in flight. None is in two: the second would only wait for the first. */
  readonly #counting = new Set<string>();
  /** By key and date, how many requests were counted when none was left. Counters only grow, so an exhausted key stays exhausted today. */
  readonly #spent = new LRUCache<string, number>({ max: MAX_SPENT });

  constructor(store: Pick<QuotaStore, 'consumeQuota'>, observer: Observer | null = null) {
    this.#store = store;
    this.#observer = observer;
  }

  /** Counts one request on a date (`YYYY-MM-DD`). Resolves to how many are left after it; null: none was, and it isn't counted. */
  async consume(key: Key, date: string): Promise<number | null> {
    const name = `${key.id} ${date}`;
    const spent = this.#spent.get(name);
    if (spent !== undefined && spent >= key.quota) {
      this.#observer?.quotaRefused();
      return null;
    }
    const group = this.#groupOf(name, key, date);
    const position = group.count;
    group.count += 1;
    const { usedBefore, allowed } = await group.allowance.promise;
    return position < allowed ? key.quota - usedBefore - position - 1 : null;
  }

  #groupOf(name: string, key: Key, date: string): Group {
    const group = this.#queue.waiting.get(name) ?? this.#busyQueue.waiting.get(name);
    if (group !== undefined) return group;
    const queue = this.#counting.has(name) ? this.#busyQueue : this.#queue;
    const created: Group = { key, date, count: 0, allowance: Promise.withResolvers() };
    queue.waiting.set(name, created);
    // The commit that has a busy key starts the next one when it ends.
    if (queue === this.#queue && queue.waiting.size === 1) this.#scheduleCommit(queue);
    return created;
  }

  #scheduleCommit(queue: CommitQueue): void {
    const commits = this.#queue.commits + this.#busyQueue.commits;
    if (queue.commits === queue.maxCommits || commits === MAX_COMMITS) return;
    if (!queue.waiting.keys().some((name) => !this.#counting.has(name))) return;
    queue.commits += 1;
    setImmediate(async () => {
      const taken = this.#take(queue);
      await this.#commit(taken).catch((error: unknown) => {
        this.#observer?.quotaFailed();
        // Those that came meanwhile have waited, too; they would wait as long again.
        for (const groups of [taken, queue.waiting, this.#busyQueue.waiting]) {
          for (const { allowance } of groups.values()) allowance.reject(uncounted(error));
        }
        queue.waiting = new Map();
        this.#busyQueue.waiting = new Map();
      });
      for (const name of taken.keys()) this.#counting.delete(name);
      queue.commits -= 1;
      this.#scheduleCommit(this.#busyQueue);
      this.#scheduleCommit(this.#queue);
    });
  }

  /** Removes and returns the waiting groups whose keys aren't being counted right now. */
  #take(queue: CommitQueue): ReadonlyMap<string, Group> {
    const groups = [...queue.waiting];
    const taken = new Map(groups.filter(([name]) => !this.#counting.has(name)));
    // `clear()` would link the old table to the new one, so that an old table keeps all later groups alive until a full collection.
    queue.waiting = new Map(groups.filter(([name]) => this.#counting.has(name)));
    for (const name of taken.keys()) this.#counting.add(name);
    return taken;
  }

  async #commit(taken: ReadonlyMap<string, Group>): Promise<void> {
    const begin = performance.now();
    const requests = [...taken.values()].map(({ key, date, count }) => ({
      key: key.id,
      day: date,
      quota: key.quota,
      count,
    }));
    const allowances = await this.#store.consumeQuota(requests);
    if (this.#observer !== null) {
      const seconds = (performance.now() - begin) / 1000;
      const all = requests.reduce((sum, { count }) => sum + count, 0);
      const allowed = allowances.reduce((sum, allowance) => sum + allowance.allowed, 0);
      this.#observer.quotaCommitted({ allowed, refused: all - allowed, seconds });
    }
    let index = 0;
    for (const [name, { key, allowance }] of taken) {
      const { usedBefore, allowed } = allowances[index++] as QuotaAllowance;
      const used = usedBefore + allowed;
      if (used >= key.quota) this.#spent.set(name, used);
      allowance.resolve({ usedBefore, allowed });
    }
  }
}

/** Nothing that a client sends is in the statement that counts, so whatever fails it is the database's state. */
function uncounted(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError('unusable', `requests cannot be counted: ${String(error)}`, { cause: error });
}
