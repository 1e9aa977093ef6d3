/** A place on the map, in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

interface Placed {
  latitude: number | null;
  longitude: number | null;
}

export interface Near<B> {
  branch: B;
  /** In a straight line; null where the branch's place is not known. */
  km: number | null;
}

/** The nearest first; those whose place is not known keep their order at the end. */
export function byDistance<B extends Placed>(branches: readonly B[], from: Place): Near<B>[] {
  return branches
    .map((branch) => ({ branch, km: isPlace(branch) ? distanceKm(branch, from) : null }))
    .sort((one, other) => (one.km ?? Number.POSITIVE_INFINITY) - (other.km ?? Number.POSITIVE_INFINITY) || 0);
}

export function isPlace(place: Placed): place is Place {
  return place.latitude !== null && place.longitude !== null;
}

const EARTH_KM = 6371;

/** Along the globe's surface (haversine). */
export function distanceKm(one: Place, other: Place): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** `0.42` → `0,4 km`, `12.6` → `13 km`, `1240` → `1.240 km` */
export function kmInWords(km: number): string {
  const digits = km < 9.95 ? 1 : 0;
  const shown = Math.max(km, 0.1).toLocaleString('pt-BR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${shown}\u00a0km`;
}
