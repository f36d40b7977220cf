const url =
  'http://127.0.0.1:3000/api/v1/export.csv?since=2026-10-16&until=2026-10-16';
const key = process.env.HEADCOUNT_API_KEY;
const headers = { Authorization: `Token ${key}` };
const response = await fetch(url, { headers });
if (!response.ok) throw new Error(await response.text());

const csv = await response.text();
const [, ...rows] = csv.trimEnd().split('\r\n');
for (const row of rows) {
  const [timestamp, bucket] = row.split(',');
  console.log(timestamp, bucket);
}
