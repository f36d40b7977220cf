const url =
  'http://127.0.0.1:3000/api/v1/chart?since=2026-10-16&until=2026-10-16';
const key = process.env.HEADCOUNT_API_KEY;
const headers = { Authorization: `Token ${key}` };
const response = await fetch(url, { headers });
if (!response.ok) throw new Error(await response.text());

const { scatter, line } = await response.json();
console.log(`${scatter.length} reports`);
for (const { t, value } of line) {
  if (value !== null) console.log(t, value);
}
