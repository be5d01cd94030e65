import type { TrackMatch, TrackOptions } from '../../contract/library/tracks.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { Position } from '../../contract/library/position.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import { PartsByValue } from './parts-by-value.ts'
import type { Tracks } from './tracks.ts'
import { type ShotTime, msOf } from '../../contract/library/date-change.ts'
import { momentOf } from '../../contract/library/zones.ts'
import type { TrackPoint } from './read-gpx.ts'

export type TrackDependencies = {
  catalog: { editing: Pick<Catalog['editing'], 'times'> }
  changes: Pick<PersonChanges, 'applyBatch'>
  tracks: Pick<Tracks, 'points' | 'describe'>
}

type Asked = { ids: readonly number[]; options: TrackOptions }
type Placed = { id: number; name: string; takenAt: string; position: Position }

/** Preview of the photos taken along tracks; `shown` of them are listed. */
export function previewTrack(
  dependencies: Omit<TrackDependencies, 'changes'>,
  { shown, ...asked }: Asked & { shown: number },
): TrackMatch {
  const { placed, ...counts } = match(dependencies, asked)
  const photos = placed.slice(0, shown).map(({ position: { latitude, longitude }, ...photo }) => {
    return { ...photo, latitude, longitude }
  })
  return { ...counts, matched: placed.length, photos }
}

/** Places the photos that were taken along tracks, as one entry of the history. */
export async function applyTrack(dependencies: TrackDependencies, asked: Asked): Promise<ChangeResult> {
  const parts = new PartsByValue()
  for (const { id, position } of match(dependencies, asked).placed) parts.add(id, { kind: 'position', position })
  const name = dependencies.tracks.describe(asked.options.tracks)
  return dependencies.changes.applyBatch(
    { kind: 'edit-metadata', how: 'track', name, photos: parts.photos },
    parts.list(),
  )
}

function match({ catalog, tracks }: Omit<TrackDependencies, 'changes'>, { ids, options }: Asked) {
  const points = tracks.points(options.tracks)
  const found = { outside: 0, undated: 0, kept: 0, placed: [] as Placed[] }
  for (const { id, name, time, isLocated } of catalog.editing.times(ids)) {
    const moment = time === null ? null : momentOfPhoto(time, options)
    const position = moment === null ? null : positionAt(points, moment, options.maxGapS)
    if (isLocated && !options.overwrites) found.kept++
    else if (moment === null) found.undated++
    else if (position === null) found.outside++
    else found.placed.push({ id, name, takenAt: time!.takenAt, position })
  }
  return found
}

/** Without two points around it, a photo gets the position of a point at most this much earlier or later. */
const NEAR_MS = 60_000

/** The moment when a photo was taken; null if its time has no offset and no zone is given. */
function momentOfPhoto(
  { takenAt, offset }: ShotTime,
  options: Pick<TrackOptions, 'zone' | 'clockAheadS'>,
): number | null {
  const zone = options.zone ?? offset
  return zone === null ? null : momentOf(zone, msOf(takenAt)) - options.clockAheadS * 1000
}

/**
 * The position of a receiver at a moment: between two points at most `maxGapS` apart, else that of a point within a
 * minute. Null if neither is known. The points are by time.
 */
function positionAt(points: readonly TrackPoint[], momentMs: number, maxGapS: number): Position | null {
  const next = firstNotBefore(points, momentMs)
  const [before, after] = [points[next - 1], points[next]]
  if (after?.atMs === momentMs) return placeOf(after)
  if (before !== undefined && after !== undefined && after.atMs - before.atMs <= maxGapS * 1000)
    return between(before, after, (momentMs - before.atMs) / (after.atMs - before.atMs))
  const near = [before, after].filter((point) => point !== undefined && Math.abs(point.atMs - momentMs) <= NEAR_MS)
  const nearest = near.sort((a, b) => Math.abs(a!.atMs - momentMs) - Math.abs(b!.atMs - momentMs))[0]
  return nearest === undefined ? null : placeOf(nearest)
}

const placeOf = ({ latitude, longitude, altitude }: TrackPoint): Position => ({ latitude, longitude, altitude })

function firstNotBefore(points: readonly TrackPoint[], momentMs: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]!.atMs < momentMs) low = middle + 1
    else high = middle
  }
  return low
}

/** On the straight line between two points, across the date line if that is shorter. */
function between(from: TrackPoint, to: TrackPoint, share: number): Position {
  const mix = (a: number, b: number) => a + (b - a) * share
  let far = to.longitude
  if (far - from.longitude > 180) far -= 360
  if (far - from.longitude < -180) far += 360
  const longitude = mix(from.longitude, far)
  return {
    latitude: mix(from.latitude, to.latitude),
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
    altitude: from.altitude === null || to.altitude === null ? null : mix(from.altitude, to.altitude),
  }
}
