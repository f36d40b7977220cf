/** Where a person is: stored with a report if the operator asks for it and the person agrees, and never returned. */

import { Html, html } from '../service/http/pages/html.ts';
import { Problem } from '../service/http/server/problem.ts';

/** Offers to say where the person is, if the browser can, and asks the browser when the box is ticked. */
export const LOCATION_SCRIPT = `
const { form, labels: [label] } = document.querySelector('[name=located]');
const { located, latitude, longitude } = form;
label.hidden = !navigator.geolocation || !isSecureContext;
const fill = (coords) => {
  latitude.value = coords ? coords.latitude : '';
  longitude.value = coords ? coords.longitude : '';
};
located.onchange = () => {
  fill();
  if (located.checked) navigator.geolocation.getCurrentPosition(
    ({ coords }) => located.checked && fill(coords),
    () => { located.checked = false; label.lastChild.data = ' Your browser does not say where you are'; },
    { timeout: 10000 },
  );
};`;

/** The fields of the form. Without a script, the box is not shown. */
export const LOCATION_FIELDS = html`<label class="tick" hidden><input type="checkbox" name="located" autocomplete="off"> Add where I am</label>
<input type="hidden" name="latitude" value=""><input type="hidden" name="longitude" value=""><script>${new Html(LOCATION_SCRIPT)}</script>`;

export interface Location {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export const NO_LOCATION: Location = { latitude: null, longitude: null };

/** The position in a form, to about ten meters; nulls without one. Throws an `invalid-parameter` problem. */
export function parseLocation({
  latitude = '',
  longitude = '',
}: Readonly<Record<string, unknown>>): Location {
  if (latitude === '' && longitude === '') return NO_LOCATION;
  return { latitude: degrees('latitude', latitude, 90), longitude: degrees('longitude', longitude, 180) };
}

function degrees(parameter: string, text: unknown, most: number): number {
  const number =
    typeof text === 'string' && /^-?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(number) <= most) return Math.round(number * 1e4) / 1e4;
  const message = `must be a number from -${most} to ${most}`;
  throw new Problem('invalid-parameter', `${parameter} ${message}.`, { errors: [{ parameter, message }] });
}
