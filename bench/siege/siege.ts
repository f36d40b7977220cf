/** What attackers know about the service. */
export interface Target {
  readonly port: number;
  readonly key: string;
  /** The paths of all pages, documents and files without a key, the largest first. */
  readonly files: readonly string[];
}

/** How often an attacker's connection ended in which way: with a status, or in words. */
export type Outcomes = Readonly<Record<string, number>>;

/** Something that anybody who reaches the port can do to the service. */
export interface Siege {
  /** As in the table and for `--only`. */
  readonly name: string;
  /** Attacks until the signal, or until all connections that it may open have ended. */
  attack(target: Target, signal: AbortSignal): Promise<Outcomes>;
}
