import type { TrackMatch, TrackOptions } from '../../contract/library/tracks.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { Position } from '../../contract/library/position.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import { PartsByValue } from './by-value.ts'
import { momentOfPhoto, positionAt } from './match-track.ts'
import type { Tracks } from './tracks.ts'

export type TrackDependencies = {
  catalog: { editing: Pick<Catalog['editing'], 'times'> }
  changes: Pick<PersonChanges, 'applyBatch'>
  tracks: Pick<Tracks, 'points' | 'describe'>
}

type Asked = { ids: readonly number[]; options: TrackOptions }
type Placed = { id: number; name: string; takenAt: string; position: Position }

/** Which photos were taken along tracks; `shown` of them are listed. */
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

/** Places the photos that were taken along tracks, as one line of the history. */
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
