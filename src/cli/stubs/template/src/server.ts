import { createApp } from './app.ts';
import { authenticateByKeys } from './authenticate.ts';

const port = Number(process.env['PORT'] ?? 3000);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`PORT: "${process.env['PORT']}" is not a whole number from 1 to 65535.`);
  process.exit(2);
}
const publicUrl = (process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
const keys = (process.env['API_KEYS'] ?? '')
  .split(',')
  .map((key) => key.trim())
  .filter((key) => key !== '');

const app = await createApp({ authenticate: authenticateByKeys(keys), publicUrl });
const server = app.listen(port, (error) => {
  if (error) throw error;
  console.log(`Listening on port ${port}. Clients use ${publicUrl}`);
  if (keys.length === 0)
    console.log('Every request gets 401 until you set API_KEYS to one or more keys, separated by commas.');
});
// Longer than proxies keep idle connections, or they get no response on one that is just closed.
server.keepAliveTimeout = 75_000;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
