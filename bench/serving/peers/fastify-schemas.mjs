/** Fastify with a schema for the query of each route and for the Authorization header. */
import Fastify from 'fastify';
import { announce, operations, responses } from './responses.mjs';

const QUERIES = {
  getStatus: {},
  getPatterns: {},
  getChart: { since: { type: 'string', format: 'date' }, until: { type: 'string', format: 'date' } },
  getHighlights: { days: { type: 'integer', minimum: 1, maximum: 60, default: 7 } },
  listReports: {
    limit: { type: 'integer', minimum: 1, maximum: 200, default: 8 },
    cursor: { type: 'string' },
  },
};

const app = Fastify();
for (const [operation, path] of operations) {
  const schema = {
    querystring: { type: 'object', properties: QUERIES[operation], additionalProperties: false },
    headers: {
      type: 'object',
      properties: { authorization: { type: 'string' } },
      required: ['authorization'],
    },
  };
  app.get(path, { schema }, (request, reply) => {
    const { type, bytes } = responses.get(request.url);
    reply.header('Content-Type', type).send(bytes);
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
