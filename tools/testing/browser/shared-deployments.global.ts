import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Deployed, Deployments, type SharedDemo } from './deployments.ts';

/** A Friday, when the demo's venue is in a rush. */
const FRIDAY_NOON = '2026-10-16T12:35:00-07:00';
/** The night before, when the venue is closed. */
const FRIDAY_NIGHT = '2026-10-16T04:10:00-07:00';
/** More than all tests need together. */
const QUOTA = 1_000_000;

/** The deployments that test files share, by name. No test changes one. */
export interface SharedDeployments {
  /** The demos of both forms on a Friday at noon. */
  readonly 'form-1': SharedDemo;
  readonly 'form-2': SharedDemo;
  /** The demo of Form 2 at the same time, with a public page. */
  readonly public: Deployed;
  /** The same while the venue is closed. */
  readonly night: Deployed & { readonly address: string };
  /** A service without reports. */
  readonly empty: Deployed;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests get a deployment, by its name as the path. */
    readonly deploymentsUrl: string;
  }
}

/** Starts a deployment when the first test asks for it, for all workers of a run. */
export default async function shareDeployments({ provide }: TestProject): Promise<() => Promise<void>> {
  const deployments = new Deployments();
  const starts: { readonly [Name in keyof SharedDeployments]: () => Promise<SharedDeployments[Name]> } = {
    'form-1': () => deployments.sharedDemo(1, FRIDAY_NOON, QUOTA),
    'form-2': () => deployments.sharedDemo(2, FRIDAY_NOON, QUOTA),
    public: () => deployments.demo(2, FRIDAY_NOON, '--public-page'),
    night: () => deployments.demo(2, FRIDAY_NIGHT, '--public-page'),
    empty: () => deployments.empty(QUOTA),
  };
  const started = new Map<string, Promise<Deployed>>();
  const deployment = (name: keyof SharedDeployments) => {
    const one = started.get(name) ?? starts[name]();
    started.set(name, one);
    return one;
  };
  const server = createServer((request, response) => {
    deployment(request.url?.slice(1) as keyof SharedDeployments).then(
      (shared) => response.end(JSON.stringify(shared)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('deploymentsUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await deployments.stop();
  };
}
