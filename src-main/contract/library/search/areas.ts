/** A part of the earth, in degrees; if it crosses the date line, `west` is greater than `east`. */
export type Area = { readonly south: number; readonly west: number; readonly north: number; readonly east: number }

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
const AREA = new RegExp(`^${[NUMBER, NUMBER, NUMBER, NUMBER].join('/')}$`)
/** About eleven centimetres. */
const DIGITS = 6

/** Reads `south/west/north/east` in degrees; null if that is not a part of the earth. */
export function readArea(value: string): Area | null {
  const [, ...parts] = AREA.exec(value.trim()) ?? []
  if (parts.length !== 4) return null
  const [south = 0, west = 0, north = 0, east = 0] = parts.map(Number)
  const isOnEarth = south >= -90 && north <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180
  return isOnEarth && south <= north ? { south, west, north, east } : null
}

/** Writes an area as `readArea` reads it. */
export const writeArea = ({ south, west, north, east }: Area): string =>
  [south, west, north, east].map((degrees) => String(Number(degrees.toFixed(DIGITS)))).join('/')
