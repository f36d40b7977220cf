/** express-openapi-validator as its README shows; like its default, it doesn't validate responses. */
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { announce, definition, operations, send } from './responses.mjs';

const app = express();
app.use(express.json());
app.use(OpenApiValidator.middleware({ apiSpec: definition, validateRequests: true }));
for (const path of operations.values()) {
  app.get(path, (request, response) => send(request.originalUrl, response));
}
app.use((error, _request, response, _next) => {
  response.status(error.status || 500).json({ message: error.message, errors: error.errors });
});
const server = app.listen(0, '127.0.0.1', () => announce(server));
