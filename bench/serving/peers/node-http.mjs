/** Node's own server, with a look into a map and nothing else. */
import { createServer } from 'node:http';
import { announce, send } from './answers.mjs';

const server = createServer((request, response) => send(request.url, response));
server.listen(0, '127.0.0.1', () => announce(server));
