import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** What expressions can read, such as `inputs`, and the functions that know how the job is going, such as `always`. */
export interface Contexts {
  readonly values: Readonly<Record<string, unknown>>;
  readonly statuses: Readonly<Record<string, boolean>>;
}

/** Evaluates one expression of GitHub Actions, without `${{ }}`. Throws for unknown contexts and functions. */
export function evaluate(expression: string, { values, statuses }: Contexts): data.ExpressionData {
  const functions = Object.entries(statuses).map(([name, status]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(status),
  }));
  const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(values), functions).parse();
  const context: data.Dictionary = JSON.parse(JSON.stringify(values), data.reviver);
  return new Evaluator(parsed, context, new Map(functions.map((one) => [one.name, one]))).evaluate();
}

/** Replaces every `${{ expression }}` of a text by its value. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts).coerceString(),
  );
}

/** Whether a step with that `if` runs. Without a status function, it also needs that nothing failed before. */
export function isTrue(condition: string | undefined, contexts: Contexts): boolean {
  const expression = condition?.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1') ?? 'success()';
  const names = Object.keys(contexts.statuses).join('|');
  const whole = new RegExp(`\\b(${names})\\s*\\(`, 'i').test(expression)
    ? expression
    : `success() && (${expression})`;
  return evaluate(`!!(${whole})`, contexts).coerceString() === 'true';
}
