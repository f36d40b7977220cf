import type { Gate } from './measure.ts';

/** The gates that are compared. The others are loaded only when they are needed. */
export const GATES = ['ours', 'dredd', 'dredd-schemas'] as const;

/** The gates of the league table. */
export const LEAGUE = [...GATES, 'prism', 'drift', 'respect', 'schemathesis', 'specmatic'] as const;

/** A gate by its name; `ours-plain` is ours without Dredd inside. */
export async function gateNamed(name: string): Promise<Gate> {
  if (name === 'ours' || name === 'ours-plain') {
    const { ourGate } = await import('./our-gate.ts');
    return ourGate(name === 'ours-plain');
  }
  if (name === 'prism') return (await import('./peers/prism-peer.ts')).prismGate;
  if (name === 'drift') return (await import('./peers/drift-peer.ts')).driftGate;
  if (name === 'respect') return (await import('./peers/respect-peer.ts')).respectGate;
  if (name === 'schemathesis') return (await import('./peers/schemathesis-peer.ts')).schemathesisGate;
  if (name === 'specmatic') return (await import('./peers/specmatic-peer.ts')).specmaticGate;
  const { dreddGate } = await import('./dredd-peer.ts');
  return dreddGate(name === 'dredd-schemas');
}
