/** How a scene looks at an hour. */
export interface Daylight {
  /** Colors at the top of the sky and at the horizon. */
  readonly zenith: string;
  readonly horizon: string;
  /** Darkness: the opacity of the shade over the scene, 0 by day. */
  readonly shade: number;
}

const NIGHT: Daylight = { zenith: '#0d1636', horizon: '#33416f', shade: 0.4 };
const DAWN: Daylight = { zenith: '#6f7fb5', horizon: '#ffc9a0', shade: 0.12 };
const MORNING: Daylight = { zenith: '#7fbdf0', horizon: '#ffeccf', shade: 0 };
const DAY: Daylight = { zenith: '#62b0e8', horizon: '#dcf1fa', shade: 0 };
const EVENING: Daylight = { zenith: '#6a8fcb', horizon: '#ffd49a', shade: 0.04 };
const SUNSET: Daylight = { zenith: '#4d5c99', horizon: '#ff9d6e', shade: 0.16 };
const DUSK: Daylight = { zenith: '#232f5e', horizon: '#8d6390', shade: 0.3 };

/** The light in each hour of the day, from midnight. */
const BY_HOUR: readonly Daylight[] = [
  ...Array.from({ length: 6 }, () => NIGHT),
  DAWN,
  ...Array.from({ length: 3 }, () => MORNING),
  ...Array.from({ length: 6 }, () => DAY),
  EVENING,
  EVENING,
  SUNSET,
  DUSK,
  ...Array.from({ length: 4 }, () => NIGHT),
];

/** The light at a local hour, 0 to 23. */
export function daylight(hour: number): Daylight {
  return BY_HOUR[hour] ?? DAY;
}

/** The position of the sun (from 6 to 18) or the moon, as fractions of the sky's width and height from the top left. */
export function lightInTheSky(hour: number): {
  readonly sun: boolean;
  readonly x: number;
  readonly y: number;
} {
  const sun = hour >= 6 && hour <= 18;
  const along = sun ? (hour - 6) / 12 : ((hour + 5) % 24) / 11;
  return { sun, x: 0.3 + 0.62 * along, y: 0.8 - 0.62 * Math.sin(Math.PI * (0.06 + 0.88 * along)) };
}
