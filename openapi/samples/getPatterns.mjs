const url =
  'http://127.0.0.1:3000/api/v1/patterns?since=2026-09-01&until=2026-10-31';
const key = process.env.HEADCOUNT_API_KEY;
const headers = { Authorization: `Token ${key}` };
const response = await fetch(url, { headers });
if (!response.ok) throw new Error(await response.text());

const { by_hour } = await response.json();
for (const { hour, value } of by_hour) {
  if (value !== null) console.log(`${hour}:00`, value);
}
