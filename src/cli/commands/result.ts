import { printable, printableJson } from '../../service/domain/texts.ts';

/** Prints what a command did: as one JSON object, or in words. Both may quote names from outside. */
export function printResult(json: boolean, result: object, text: string): void {
  console.log(json ? printableJson(result) : printable(text));
}
