/** Fastify with a schema of its query for each route, and of the header that brings the key. */
import Fastify from 'fastify';
import { announce, answers, operations } from './answers.mjs';

const QUERIES = {
  getStatus: {},
  getPatterns: {},
  getChart: { since: { type: 'string', format: 'date' }, until: { type: 'string', format: 'date' } },
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
    const { type, bytes } = answers.get(request.url);
    reply.header('Content-Type', type).send(bytes);
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server);
