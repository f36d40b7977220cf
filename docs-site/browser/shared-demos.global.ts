import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { Deployments, type SharedDemo } from './deployments.ts';

/** A Friday, when the demo's venue is in a rush. */
const FRIDAY_NOON = '2026-10-16T12:35:00-07:00';
/** More than all tests need together. */
const QUOTA = 1_000_000;

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests get a demo: `/1` and `/2`, by form. */
    readonly demosUrl: string;
  }
}

/** Starts the demo of a form when the first test asks for it, for all workers of a run. */
export default async function shareDemos({ provide }: TestProject): Promise<() => Promise<void>> {
  const deployments = new Deployments();
  const demos = new Map<string, Promise<SharedDemo>>();
  const demo = (path: string) => {
    const started = demos.get(path) ?? deployments.sharedDemo(path === '/1' ? 1 : 2, FRIDAY_NOON, QUOTA);
    demos.set(path, started);
    return started;
  };
  const server = createServer((request, response) => {
    demo(request.url as string).then(
      (shared) => response.end(JSON.stringify(shared)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('demosUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await deployments.stop();
  };
}
