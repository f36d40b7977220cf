/** openapi-backend on Express, as its README shows: routes and validates by the document. */
import express from 'express';
import { OpenAPIBackend } from 'openapi-backend';
import { announce, definition, operations, send } from './responses.mjs';

const handler = (_context, request, response) => send(request.originalUrl, response);
const api = new OpenAPIBackend({
  definition,
  // Skips the check of the document, which supports OpenAPI 3.0 only.
  quick: true,
  handlers: {
    ...Object.fromEntries([...operations.keys()].map((operation) => [operation, handler])),
    validationFail: (context, _request, response) =>
      response.status(400).json({ err: context.validation.errors }),
    notFound: (_context, _request, response) => response.status(404).json({ err: 'not found' }),
  },
  // Query values are strings.
  coerceTypes: true,
});
await api.init();
const app = express();
app.use(express.json());
app.use((request, response) => api.handleRequest(request, request, response));
const server = app.listen(0, '127.0.0.1', () => announce(server));
