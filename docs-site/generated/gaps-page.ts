/** A point that the description leaves open, as openapi/gaps.yaml lists it. */
export interface Gap {
  readonly id: string;
  readonly form?: 1 | 2;
  readonly section: string;
  readonly open: string;
  readonly decision: string;
  readonly why: string;
}

/** docs/gaps.md: what the interface's description leaves open and what this service decided, by its sections. */
export function gapsPage(gaps: readonly Gap[]): string {
  const sections = [...Map.groupBy(gaps, ({ section }) => section)].map(
    ([section, list]) => `## ${section}\n\n${list.map(entry).join('\n')}`,
  );
  return `# What the description leaves open

<!-- Written by \`npm run contract\` from openapi/gaps.yaml; do not edit. -->

The description of the interface does not settle everything. These are the ${gaps.length} points that it leaves open, and what this
service does there. Another deployment may do something else and be right all the same: a client that wants to work with
every deployment does not rely on what stands here. The [conformance gate](conformance.md) never judges it.

${sections.join('\n')}`;
}

function entry({ id, form, open, decision, why }: Gap): string {
  const concerns = form === undefined ? '' : `\n\nConcerns Form ${form} only.`;
  return `### \`${id}\`

**Left open.** ${oneLine(open)}

**Decided.** ${oneLine(decision)}

**Why.** ${oneLine(why)}${concerns}
`;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
