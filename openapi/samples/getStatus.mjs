const url = 'http://127.0.0.1:3000/api/v1/status';
const key = process.env.HEADCOUNT_API_KEY;
const headers = { Authorization: `Token ${key}` };
const response = await fetch(url, { headers });
if (!response.ok) throw new Error(await response.text());

const status = await response.json();
if (status.has_estimate) {
  const { estimate_value, estimate_display } = status;
  console.log(
    `About ${Math.round(estimate_value)} people in line, probably ${estimate_display}`,
  );
} else {
  console.log(status.message ?? 'No estimate');
}
