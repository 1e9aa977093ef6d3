/** Coordinates in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

interface Placed {
  latitude: number | null;
  longitude: number | null;
}

export interface BranchDistance<B> {
  branch: B;
  /** Great-circle distance; null if the coordinates of the branch are not known. */
  km: number | null;
}

/** Sorts branches by distance; branches without coordinates keep their order at the end. */
export function sortByDistance<B extends Placed>(
  branches: readonly B[],
  from: Coordinates,
): BranchDistance<B>[] {
  return branches
    .map((branch) => ({ branch, km: hasCoordinates(branch) ? distanceKm(branch, from) : null }))
    .sort((a, b) => (a.km ?? Number.POSITIVE_INFINITY) - (b.km ?? Number.POSITIVE_INFINITY) || 0);
}

export function hasCoordinates(place: Placed): place is Coordinates {
  return place.latitude !== null && place.longitude !== null;
}

const EARTH_KM = 6371;

/** Returns the great-circle distance in kilometres (haversine formula). */
export function distanceKm(one: Coordinates, other: Coordinates): number {
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

/** Formats a distance: `0.42` → `0,4 km`, `12.6` → `13 km`, `1240` → `1.240 km`. */
export function kmInWords(km: number): string {
  const digits = km < 9.95 ? 1 : 0;
  const shown = Math.max(km, 0.1).toLocaleString('pt-BR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${shown}\u00a0km`;
}
