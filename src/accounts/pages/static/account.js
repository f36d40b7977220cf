// Copies a new key, and sends the first request with it. The pages work without this file.

for (const button of document.querySelectorAll('[data-copy]')) {
  // Only for pages over TLS, or from this machine.
  if (navigator.clipboard === undefined) continue;
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? 'Copied' : 'Copy it by hand';
    setTimeout(() => {
      button.textContent = label;
    }, 3000);
  });
}

for (const place of document.querySelectorAll('[data-try]')) {
  place.hidden = false;
  const button = place.querySelector('button');
  const answer = place.querySelector('[role="status"]');
  button.addEventListener('click', async () => {
    button.disabled = true;
    answer.textContent = await firstAnswer(place.dataset.try).catch(
      () => 'The request failed. Is the service running, and are you online?',
    );
    button.disabled = false;
  });
}

/** The response to the first request, in one line. */
async function firstAnswer(url) {
  const key = document.getElementById('secret').textContent;
  const response = await fetch(url, { headers: { Authorization: `Token ${key}` } });
  const body = await response.json();
  const line = `${response.status} ${response.statusText}`.trim();
  if (!response.ok) return `${line}: ${body.detail ?? body.title ?? ''}`;
  if (!body.has_estimate) return `${line}: ${body.message ?? 'there is no estimate right now.'}`;
  const people = Math.round(body.estimate_value);
  const range = body.estimate_display.replace('-', ' to ');
  return `${line}: about ${people} ${people === 1 ? 'person is' : 'people are'} in line now (probably ${range}).`;
}
