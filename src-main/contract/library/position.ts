import { z } from 'zod'

/** A place on Earth: degrees of WGS 84, and metres above sea level if known. */
export const Position = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  altitude: z.number().min(-12_000).max(100_000).nullable().default(null),
})
export type Position = z.output<typeof Position>

/** Decimal places of degrees: about a centimetre. */
const DIGITS = 7

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** A position as a text, `48.2081743,16.3738189,171`; an unknown altitude is left out. */
export function writePosition({ latitude, longitude, altitude }: Position): string {
  const degrees = `${rounded(latitude, DIGITS)},${rounded(longitude, DIGITS)}`
  return altitude === null ? degrees : `${degrees},${rounded(altitude, 2)}`
}

/** Reads such a text; null if it is not a position. */
export function parsePosition(text: unknown): Position | null {
  if (typeof text !== 'string' || text.trim() === '') return null
  const [latitude = Number.NaN, longitude = Number.NaN, altitude = null] = text.split(',').map(Number)
  const found = Position.safeParse({ latitude, longitude, altitude })
  return found.success ? found.data : null
}

/**
 * Reads two coordinates as people write them: `48.2082, 16.3738`, `48,2082 16,3738`, `48°12'29.5" N 16°22'25.7" E`, `N
 * 48 12 29.5, E 16 22 25.7`. Null if they are not a position on Earth, and for an `O`, which is east in German and west
 * in French and Spanish.
 */
export function readCoordinates(text: string): Pick<Position, 'latitude' | 'longitude'> | null {
  const parts = splitPair(text.trim().replaceAll(/[−–]/g, '-'))
  if (parts === null) return null
  const [first, second] = parts.map(readAngle)
  if (!first || !second) return null
  const isTurned = first.axis === 'x' || second.axis === 'y'
  if (isTurned && (first.axis === 'y' || second.axis === 'x')) return null
  const [latitude, longitude] = isTurned ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** The two halves of a pair; null if the start of the second is ambiguous. */
function splitPair(text: string): [string, string] | null {
  const named =
    /^([^NSEW]*[NSEW])[\s,;]*([^NSEW]*[NSEW])$/i.exec(text) ?? /^([NSEW][^NSEW]*?)[\s,;]*([NSEW][^NSEW]*)$/i.exec(text)
  const halves = named ?? /^([^;]+);([^;]+)$/.exec(text) ?? /^(.+?),\s+(.+)$/.exec(text)
  if (halves) return [halves[1]!.trim(), halves[2]!.trim()]
  const numbers = text.split(/\s+/)
  if (numbers.length > 0 && numbers.length % 2 === 0)
    return [numbers.slice(0, numbers.length / 2).join(' '), numbers.slice(numbers.length / 2).join(' ')]
  const plain = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text)
  return plain === null ? null : [plain[1]!, plain[2]!]
}

/** Degrees, minutes and seconds with or without their signs; `axis` if a letter names the coordinate. */
function readAngle(text: string): { degrees: number; axis: 'x' | 'y' | null } | null {
  const letter = /[NSEW]/i.exec(text)?.[0].toUpperCase() ?? ''
  const plain = text
    .replace(/[NSEW]/i, ' ')
    .replaceAll(/(\d),(\d)/g, '$1.$2')
    .replaceAll(/[°º:d'’′"”″]+|(?<=\d)\s*m(?:in)?\b/gi, ' ')
    .trim()
  const numbers = plain.split(/[\s,]+/)
  if (
    numbers.length > 3 ||
    !numbers.every((each, at) => /^\d+(\.\d+)?$/.test(at === 0 ? each.replace(/^[-+]/, '') : each))
  )
    return null
  const [degrees, minutes = 0, seconds = 0] = numbers.map((each) => Math.abs(Number(each)))
  if (minutes >= 60 || seconds >= 60) return null
  const size = degrees! + minutes / 60 + seconds / 3600
  const isBelow = plain.startsWith('-') || /[SW]/.test(letter)
  return { degrees: isBelow ? -size : size, axis: letter === '' ? null : /[NS]/.test(letter) ? 'y' : 'x' }
}

/** A coordinate in degrees, minutes and seconds: `48°12′29.5″ N`. */
export function writeAngle(degrees: number, axis: 'latitude' | 'longitude'): string {
  const tenths = Math.round(Math.abs(degrees) * 36_000)
  const [whole, minutes, seconds] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10]
  const letter = axis === 'latitude' ? (degrees < 0 ? 'S' : 'N') : degrees < 0 ? 'W' : 'E'
  return `${whole}°${minutes}′${seconds.toFixed(1)}″ ${letter}`
}
