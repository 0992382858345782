import type { JsonValue } from '../../../seal/canonical.ts'
import { kilometresBetween } from '../../profiles/distance.ts'
import { operator, takes } from '../operator.ts'
import type { Operator } from '../operator.ts'

const group = 'place'

/** What an airliner makes, with its way to and from the airports left out. */
const airlinerKmh = 900

/** Nearer than this, two places of a phone or of an address of the internet are not told apart well enough. */
const blurKm = 100

const isDegrees = (value: JsonValue, most: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= most

/** Great-circle distance in kilometres; null where one of the places is none. */
export const distanceKm = (
  latitude1: JsonValue,
  longitude1: JsonValue,
  latitude2: JsonValue,
  longitude2: JsonValue,
): number | null =>
  isDegrees(latitude1, 90) && isDegrees(longitude1, 180) && isDegrees(latitude2, 90) && isDegrees(longitude2, 180)
    ? kilometresBetween(latitude1, longitude1, latitude2, longitude2)
    : null

const impossibleTravel: Operator = operator(
  {
    name: 'impossible_travel',
    group,
    arguments: takes(['of', 'text!'], ['fastest_kmh', 'number!?']),
    gives: 'truth',
    summary: `The customer (or account) would have had to travel faster than ${airlinerKmh} km/h, or the given speed, since the last activity. False if a place is missing, and below ${blurKm} km.`,
    example: { impossible_travel: ['customer'] },
  },
  {
    build: ([of, fastest], place, pointer) => {
      const limit = fastest === undefined ? airlinerKmh : fastest.constant
      if (typeof limit !== 'number' || limit <= 0) {
        place.fault(fastest?.pointer ?? pointer, 'must be a speed in km/h above 0')
        return null
      }
      const name = typeof of?.constant === 'string' ? of.constant : ''
      if (
        !place.feature(`${name}_speed_kmh`, of?.pointer ?? pointer) ||
        !place.feature(`${name}_distance_km`, of?.pointer ?? pointer)
      )
        return null
      const speed = place.readFacts(`features.${name}_speed_kmh`, pointer).node
      const way = place.readFacts(`features.${name}_distance_km`, pointer).node
      return (run, here) => {
        const [kmh, km] = [speed(run, here), way(run, here)]
        return typeof kmh === 'number' && typeof km === 'number' && km >= blurKm && kmh > limit
      }
    },
  },
)

/** Distances on the earth. */
export const placeOperators: readonly Operator[] = [
  operator(
    {
      name: 'distance_km',
      group,
      arguments: takes(
        ['latitude', 'number'],
        ['longitude', 'number'],
        ['other latitude', 'number'],
        ['other longitude', 'number'],
      ),
      gives: 'number',
      summary: 'The distance between two places in kilometres; null if one is missing.',
      example: {
        distance_km: [
          { var: 'event.latitude' },
          { var: 'event.longitude' },
          { var: 'profile.customer.last_latitude' },
          { var: 'profile.customer.last_longitude' },
        ],
      },
    },
    {
      build: ([a, b, c, d]) => {
        if (a === undefined || b === undefined || c === undefined || d === undefined) return null
        return (run, here) => distanceKm(a.node(run, here), b.node(run, here), c.node(run, here), d.node(run, here))
      },
    },
  ),
  impossibleTravel,
]
