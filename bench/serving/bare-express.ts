/** The peer: Express 5 alone, sending bytes it was given, with no key, quota, validation or data behind them. */
import { readFileSync } from 'node:fs';
import express from 'express';

interface Canned {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const [file = ''] = process.argv.slice(2);
const app = express();
app.disable('x-powered-by');
app.disable('etag');
for (const { path, type, body } of JSON.parse(readFileSync(file, 'utf8')) as readonly Canned[]) {
  const bytes = Buffer.from(body);
  app.get(path, (_request, response) => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length });
    response.end(bytes);
  });
}
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`);
});
