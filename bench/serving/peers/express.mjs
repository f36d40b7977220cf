/** Plain Express 5: each route sends prepared bytes, without keys, quotas, validation or data. */
import express from 'express';
import { announce, operations, send } from './responses.mjs';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
for (const path of operations.values()) {
  app.get(path, (request, response) => send(request.originalUrl, response));
}
const server = app.listen(0, '127.0.0.1', () => announce(server));
