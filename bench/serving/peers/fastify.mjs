/** Plain Fastify: each route sends prepared bytes. */
import Fastify from 'fastify';
import { announce, operations, responses } from './responses.mjs';

const app = Fastify();
for (const path of operations.values()) {
  app.get(path, (request, reply) => {
    const { type, bytes } = responses.get(request.url);
    reply.header('Content-Type', type).send(bytes);
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
