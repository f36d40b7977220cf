const url = 'http://127.0.0.1:3000/api/v1/highlights?days=7';
const key = process.env.HEADCOUNT_API_KEY;
const headers = { Authorization: `Token ${key}` };
const response = await fetch(url, { headers });
if (!response.ok) throw new Error(await response.text());

const { highlights } = await response.json();
for (const { date, photo } of highlights) {
  console.log(date, photo.caption, photo.image_url);
}
