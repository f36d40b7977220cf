/** Express 5 with the header fields of our responses, as constants: shows what these fields cost. */
import express from 'express';
import { announce, operations, responses } from './responses.mjs';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
for (const path of operations.values()) {
  app.get(path, (request, response) => {
    const { fields, bytes } = responses.get(request.originalUrl);
    response.writeHead(200, fields);
    response.end(bytes);
  });
}
const server = app.listen(0, '127.0.0.1', () => announce(server));
