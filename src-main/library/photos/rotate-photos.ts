import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { RotateTurn } from '../../contract/library/photo.ts'
import { compose, type Orientation } from '../../base/formats/exif/orientations.ts'
import type { Catalog, ChangePart } from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'

type RotateDependencies = {
  catalog: { photos: Pick<Catalog['photos'], 'orientations'> }
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
}

type Rotation = { ids: readonly number[]; turn: RotateTurn }

const turns: Readonly<Record<Exclude<RotateTurn, 'as-file'>, Orientation>> = { right: 6, half: 3, left: 8 }

/**
 * Turns photos without touching their files: one entry of the history, whatever their orientations. A photo that ends
 * up as in its file loses the person's turn. Throws `photo-not-found`, and `bad-params` if the file's orientation was
 * not read yet.
 */
export async function rotatePhotos(
  { catalog, changes }: RotateDependencies,
  { ids, turn }: Rotation,
): Promise<ChangeResult> {
  if (turn === 'as-file') return changes.apply({ kind: 'orientation', orientation: null, ids })
  const groups = catalog.photos.orientations(ids)
  if (groups.some(({ isRead }) => !isRead)) throw new AppError('bad-params', say('errors.notReadYet'))
  const parts = groups.map(({ ids: alike, orientation, said }): ChangePart => {
    const next = compose(orientation, turns[turn])
    return { change: { kind: 'orientation', orientation: next === said ? null : next }, ids: alike }
  })
  return changes.applyBatch({ kind: 'rotate', turn, photos: new Set(ids).size }, parts)
}
