const url = 'http://127.0.0.1:3000/api/v1/reports?limit=3';
const key = process.env.HEADCOUNT_API_KEY;
const headers = { Authorization: `Token ${key}` };
const response = await fetch(url, { headers });
if (!response.ok) throw new Error(await response.text());

const { results, next } = await response.json();
for (const { id, created_at, bucket } of results) {
  console.log(id, created_at, bucket);
}
if (next !== null) console.log(`More: ${next}`);
