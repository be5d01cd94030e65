import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import {
  changedTime,
  type DateChange,
  type DatePreview,
  msOf,
  type PlainDateChange,
  type ShotTime,
  writeSeconds,
} from '../../contract/library/date-change.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import { PartsByValue } from './parts-by-value.ts'

export type DateDependencies = {
  catalog: { editing: Pick<Catalog['editing'], 'times'> }
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
}

type Asked = { ids: readonly number[]; change: DateChange }

/** Preview of a change of dates; `shown` photos are listed, the first by time. */
export function previewDates(
  { catalog }: Pick<DateDependencies, 'catalog'>,
  { ids, change, shown }: Asked & { shown: number },
): { photos: DatePreview[]; changed: number; left: number } {
  const changeOf = resolve(catalog, change)
  const photos = catalog.editing.times(ids).map(({ id, name, time, inFile }): DatePreview => {
    return { id, name, before: time, after: changeOf(time, inFile) }
  })
  const keyOf = ({ before }: DatePreview) => before?.takenAt ?? '~'
  const inOrder = photos.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.id - b.id))
  const left = photos.filter(({ after }) => after === null).length
  const changed = photos.filter(({ before, after }) => after !== null && !isSame(before, after)).length
  return { photos: inOrder.slice(0, shown), changed, left }
}

/** Changes the dates of photos, as one entry of the history. Photos without a known date stay as they are. */
export async function changeDates(
  { catalog, changes }: DateDependencies,
  { ids, change }: Asked,
): Promise<ChangeResult> {
  if (change.how === 'file') return changes.apply({ kind: 'taken-at', ids, takenAt: null })
  if (change.how === 'set')
    return changes.apply({ kind: 'taken-at', ids, takenAt: change.takenAt + (change.offset ?? '') })
  const changeOf = resolve(catalog, change)
  const parts = new PartsByValue()
  for (const { id, time, inFile } of catalog.editing.times(ids)) {
    const after = changeOf(time, inFile)
    if (after !== null && !isSame(time, after))
      parts.add(id, { kind: 'taken-at', takenAt: after.takenAt + (after.offset ?? '') })
  }
  return changes.applyBatch({ kind: 'edit-metadata', ...describe(catalog, change), photos: parts.photos }, parts.list())
}

const isSame = (a: ShotTime | null, b: ShotTime | null) => a?.takenAt === b?.takenAt && a?.offset === b?.offset

type ChangeOf = (time: ShotTime | null, inFile: ShotTime | null) => ShotTime | null

function resolve(catalog: DateDependencies['catalog'], change: DateChange): ChangeOf {
  if (change.how === 'file') return (_time, inFile) => inFile
  const plain = plainOf(catalog, change)
  return (time) => changedTime(plain, time)
}

function plainOf(catalog: DateDependencies['catalog'], change: Exclude<DateChange, { how: 'file' }>): PlainDateChange {
  if (change.how !== 'from') return change
  const [photo] = catalog.editing.times([change.photoId])
  if (photo === undefined)
    throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id: change.photoId }))
  if (photo.time === null) throw new AppError('bad-params', say('errors.noDate', { name: photo.name }))
  return { how: 'by', seconds: (msOf(change.takenAt) - msOf(photo.time.takenAt)) / 1000 }
}

function describe(
  catalog: DateDependencies['catalog'],
  change: Exclude<DateChange, { how: 'file' | 'set' }>,
): { how: 'shift' | 'zone'; name: string } {
  const plain = plainOf(catalog, change)
  if (plain.how === 'by') return { how: 'shift', name: writeSeconds(plain.seconds) }
  return { how: 'zone', name: plain.how === 'zone' ? plain.to : plain.how === 'offset' ? (plain.offset ?? '') : '' }
}
