import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import sax from 'sax'
import { AppError } from '../../contract/errors.ts'

/** A position of a receiver with its time, in milliseconds since 1970. */
export type TrackPoint = { atMs: number; latitude: number; longitude: number; altitude: number | null }

/**
 * The points of a track in GPX 1.0 or 1.1 by time: those of tracks, routes and waypoints that have a time. Throws
 * `bad-params` if there are none, or if the file is not GPX.
 */
export function readGpx(name: string, bytes: Uint8Array): TrackPoint[] {
  const points: TrackPoint[] = []
  const counts = { untimed: 0 }
  let isGpx = false
  let open: Partial<TrackPoint> | null = null
  let text = ''
  const parser = sax.parser(true, { position: false })
  parser.onerror = (error) => {
    throw new AppError('bad-params', say('errors.notGpx', { name, reason: error.message.split('\n')[0] ?? '' }))
  }
  parser.onopentag = ({ name: tag, attributes }) => {
    text = ''
    const local = localOf(tag)
    if (local === 'gpx') isGpx = true
    if (POINTS.has(local)) open = placeOf(attributes as Record<string, string>)
  }
  parser.ontext = (piece) => (text += piece)
  parser.oncdata = (piece) => (text += piece)
  parser.onclosetag = (tag) => {
    const local = localOf(tag)
    if (open !== null && local === 'ele') open.altitude = numberIn(text)
    if (open !== null && local === 'time') open.atMs = timeIn(text)
    if (!POINTS.has(local)) return
    const { atMs, latitude, longitude, altitude = null } = open ?? {}
    if (latitude !== undefined && longitude !== undefined) {
      if (atMs === undefined || Number.isNaN(atMs)) counts.untimed++
      else points.push({ atMs, latitude, longitude, altitude })
    }
    open = null
  }
  parser.write(textOf(bytes)).close()
  const problem = problemOf(name, { isGpx, points: points.length, untimed: counts.untimed })
  if (problem !== null) throw new AppError('bad-params', problem)
  return points.sort((a, b) => a.atMs - b.atMs)
}

type Read = { isGpx: boolean; points: number; untimed: number }

function problemOf(name: string, { isGpx, points, untimed }: Read): Text | null {
  if (!isGpx) return say('errors.noGpx', { name })
  if (points > 0) return null
  return untimed > 0 ? say('errors.gpxUntimed', { name, count: untimed }) : say('errors.gpxEmpty', { name })
}

const POINTS: ReadonlySet<string> = new Set(['trkpt', 'rtept', 'wpt'])

const localOf = (tag: string): string => tag.slice(tag.indexOf(':') + 1).toLowerCase()

function placeOf({ lat, lon }: Record<string, string>): Partial<TrackPoint> {
  const [latitude, longitude] = [numberIn(lat), numberIn(lon)]
  const isPlace = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPlace ? { latitude, longitude } : {}
}

function numberIn(text: string | undefined): number | null {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** A time without a zone is in UTC, as in GPX. */
function timeIn(text: string): number {
  const written = text.trim()
  return Date.parse(/(z|[+-]\d{2}:?\d{2})$/i.test(written) ? written : `${written}Z`)
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}
