/** Plain `node:http`: looks up responses in a map. */
import { createServer } from 'node:http';
import { announce, send } from './responses.mjs';

const server = createServer((request, response) => send(request.url, response));
server.listen(0, '127.0.0.1', () => announce(server));
