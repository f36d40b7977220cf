import { instantOf } from '../../mocks/service/local-time.ts';
import type { Photo, Store } from '../../mocks/service/store.ts';
import type { Options } from './options.ts';
import { seededRandom } from './reports.ts';

/** Chooses a photo from before each day; a hash of the date decides. `served`: the number of requests so far. */
export function highlightChooser(
  photos: readonly Photo[],
  options: Options,
  served: () => number,
): Store['highlightOn'] {
  return (date, daysAgo) => {
    const random = seededRandom(Number(date.replaceAll('-', '')) + options.seed);
    const midnight = instantOf(date, 0, options.zone);
    const older = photos.filter(({ createdAt }) => createdAt < midnight);
    const first = random();
    const choice = options.photoChoice === 'anew' ? (first + served() * 0.37) % 1 : first;
    if (random() > options.highlightDensity || isHidden(served(), daysAgo, options)) return undefined;
    return older[Math.floor(choice * older.length)];
  };
}

function isHidden(served: number, daysAgo: number, options: Options): boolean {
  const { highlightFrom, highlightUntil, highlightBack, highlightDays } = options;
  const isOut = served < highlightFrom || (highlightUntil > 0 && served >= highlightUntil);
  return daysAgo >= highlightDays || (daysAgo === highlightBack && isOut);
}
