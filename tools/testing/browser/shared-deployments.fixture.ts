import { inject } from 'vitest';
import type { SharedDeployments } from './shared-deployments.global.ts';

/** A deployment that the test files of a run share, started for the first one that asks for it. */
export async function sharedDeployment<Name extends keyof SharedDeployments>(
  name: Name,
): Promise<SharedDeployments[Name]> {
  const response = await fetch(`${inject('deploymentsUrl')}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SharedDeployments[Name];
}
