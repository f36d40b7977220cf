import { readFileSync } from 'node:fs';
import { withoutMark } from '../../service/domain/texts.ts';

/** The variables with secrets. Each may instead be in a file, as containers get secrets: `PGPASSWORD_FILE` names the file of `PGPASSWORD`. */
export const SECRET_VARIABLES = ['HEADCOUNT_DATABASE', 'HEADCOUNT_SMTP', 'PGPASSWORD'] as const;

/** Sets the variables whose secrets are in files. Throws an error that names the variable. */
export function readSecretFiles(environment: NodeJS.ProcessEnv): void {
  for (const name of SECRET_VARIABLES) {
    const file = environment[`${name}_FILE`];
    if (file === undefined) continue;
    if (environment[name] !== undefined) throw new Error(`set ${name} or ${name}_FILE, not both`);
    environment[name] = contentOf(file, `${name}_FILE`).replace(/\r?\n$/, '');
  }
}

function contentOf(file: string, variable: string): string {
  try {
    return withoutMark(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${variable}: ${(error as Error).message}`, { cause: error });
  }
}
