/** Mean radius of the Earth in kilometres (IUGG). */
const radius = 6371.0088

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Distance over the surface of a sphere, by the haversine formula; within 0.6 % of the ellipsoid's. Degrees in,
 * kilometres out.
 */
export const kilometresBetween = (
  latitude1: number,
  longitude1: number,
  latitude2: number,
  longitude2: number,
): number => {
  const up = Math.sin(radians(latitude2 - latitude1) / 2) ** 2
  const across = Math.sin(radians(longitude2 - longitude1) / 2) ** 2
  const part = up + Math.cos(radians(latitude1)) * Math.cos(radians(latitude2)) * across
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(part)))
}
