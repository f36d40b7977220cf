/** What every peer sends, and how it tells where it listens. */
import { readFileSync } from 'node:fs';

/** The file of the answers and that of the document, as the benchmark names them. */
const [answersFile = '', documentFile = ''] = process.argv.slice(2);

export const definition = documentFile;

/** Answers by request target, each `{ operation, path, type, bytes }`. */
export const answers = new Map(
  JSON.parse(readFileSync(answersFile, 'utf8')).map(({ target, operation, type, body }) => [
    target,
    { operation, path: target.split('?', 1)[0], type, bytes: Buffer.from(body) },
  ]),
);

/** `operationId` and path of all operations that are asked for. */
export const operations = new Map([...answers.values()].map(({ operation, path }) => [operation, path]));

/** Sends a target's bytes on Node's own response. */
export function send(target, response) {
  const { type, bytes } = answers.get(target);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(bytes);
}

export function announce(server) {
  console.log(`http://127.0.0.1:${server.address().port}`);
}
