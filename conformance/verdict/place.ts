import type { Place } from '../contract/outcomes.ts';
import type { Exchange } from '../requests/exchange.ts';

/** The place of a finding, as far as the rule knows it. */
interface Seen {
  readonly exchange?: Exchange | undefined;
  readonly pointer?: string | undefined;
}

/** Where a failure was seen. Without an exchange it is the only endpoint that the requirement concerns, if there is one. */
export function placeOf({ exchange, pointer }: Seen, endpoints: readonly string[]): Place {
  const endpoint = exchange?.endpoint ?? (endpoints.length === 1 ? endpoints[0] : undefined);
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(exchange === undefined ? {} : { step: exchange.step }),
    ...(pointer === undefined || pointer === '' ? {} : { pointer: pointer.replace(/\/\d+(?=\/|$)/g, '/*') }),
  };
}

/** A place as one text, which equal places share. */
export function textOfPlace({ endpoint, step, pointer }: Place): string {
  const parts = [endpoint ?? '', pointer ?? '', step === undefined ? '' : `(${step})`];
  return parts.filter((part) => part !== '').join(' ') || 'anywhere';
}

/** Checks whether a place is in another one, or is the same. */
export function isWithin(inner: Place, outer: Place): boolean {
  return (['endpoint', 'step', 'pointer'] as const).every(
    (member) => outer[member] === undefined || outer[member] === inner[member],
  );
}

/** The different places, without their steps. */
export function withoutSteps(places: readonly Place[]): readonly Place[] {
  const plain = places.map(({ step: _, ...place }): Place => place);
  return [...new Map(plain.map((place) => [textOfPlace(place), place])).values()];
}
