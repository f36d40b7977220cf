import type { Gate } from './measure.ts';

/** The gates that are compared. Dredd is loaded only when it is needed. */
export const GATES = ['ours', 'dredd', 'dredd-schemas'] as const;

/** A gate by its name; `ours-plain` is ours without Dredd inside. */
export async function gateNamed(name: string): Promise<Gate> {
  if (name === 'ours' || name === 'ours-plain') {
    const { ourGate } = await import('./our-gate.ts');
    return ourGate(name === 'ours-plain');
  }
  const { dreddGate } = await import('./dredd-peer.ts');
  return dreddGate(name === 'dredd-schemas');
}
