/** The responses that every peer sends. */
import { readFileSync } from 'node:fs';

const [file = '', document = ''] = process.argv.slice(2);

/** Path of the OpenAPI document. */
export const definition = document;

/** Responses by request target, each `{ operation, path, type, bytes }`. */
export const responses = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map(({ target, operation, type, body }) => [
    target,
    { operation, path: target.split('?', 1)[0], type, bytes: Buffer.from(body) },
  ]),
);

/** The path of each operation, by `operationId`. */
export const operations = new Map([...responses.values()].map(({ operation, path }) => [operation, path]));

/** Sends a target's response through `node:http`. */
export function send(target, response) {
  const { type, bytes } = responses.get(target);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(bytes);
}

/** Prints the server's URL. */
export function announce(server) {
  console.log(`http://127.0.0.1:${server.address().port}`);
}
