/** Express that does what a small program would: parse the form, insert the report, redirect. `express-insert.mjs DATABASE`. */
import { DatabaseSync } from 'node:sqlite';
import express from 'express';

const database = new DatabaseSync(process.argv[2]);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
const insert = database.prepare(`
  INSERT INTO report (id, created_at, bucket, latitude, longitude)
  VALUES ((SELECT coalesce(max(id), 0) + 1 FROM report), ?, ?, NULL, NULL)`);
const BUCKETS = ['0', '1-5', '6-10', '11-20', '20-30', '30+'];

const app = express();
app.post('/report', express.urlencoded({ extended: false }), (request, response) => {
  const bucket = BUCKETS.indexOf(request.body.bucket);
  if (bucket === -1) return void response.status(400).end();
  insert.run(Date.now() * 1000, bucket);
  response.redirect(303, 'report?sent');
});
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
