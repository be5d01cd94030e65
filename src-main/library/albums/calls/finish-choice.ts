import type { AlbumId } from '../../../contract/library/albums.ts'
import type { FinishedChoice } from '../../../contract/library/finished-choice.ts'
import type { ChangeResult } from '../../../contract/library/history.ts'
import { type Catalog, type ChangePart, inParts } from '../../catalog/catalog.ts'
import { foldText } from '../../../contract/fold-text.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'

type Dependencies = {
  catalog: Pick<Catalog, 'albums'>
  changes: Pick<PersonChanges, 'applyBatch'>
  privacy: Pick<Privacy, 'requireShown'>
}

/**
 * Gives the groups of a choice what they are to get: one entry of the history, which one undo takes back, new albums
 * included. Throws `bad-params`, and changes nothing, if an album is unknown or the name of a new one is taken.
 */
export async function finishChoice(
  { catalog: { albums }, changes, privacy }: Dependencies,
  { groups }: FinishedChoice,
): Promise<ChangeResult> {
  const all = new Set(groups.flatMap(({ ids }) => ids))
  privacy.requireShown([...all])
  const marks = groups.flatMap(({ ids, fate }): ChangePart[] => {
    if (fate.kind === 'label') return [{ change: { kind: 'label', label: fate.label }, ids }]
    return fate.kind === 'rating' ? [{ change: { kind: 'rate', rating: fate.rating }, ids }] : []
  })
  const parts = [...marks, ...partsOfKnown(albums, groups), ...partsOfNew(albums, groups)]
  return changes.applyBatch({ kind: 'finish-choice', photos: all.size }, parts)
}

type Groups = FinishedChoice['groups']
type Albums = Catalog['albums']

/** Photos of several groups follow each other in an album. */
function partsOfKnown(albums: Albums, groups: Groups): ChangePart[] {
  const ids = new Map<AlbumId, number[]>()
  for (const group of groups)
    if (group.fate.kind === 'album') ids.set(group.fate.id, [...(ids.get(group.fate.id) ?? []), ...group.ids])
  return [...ids].flatMap(([album, photos]) => {
    const { name } = albums.get(album)
    return albums
      .planPut(album, photos, { before: null, isMove: false })
      .map((part) => ({ change: { kind: 'put-into-album', album, name, ...part }, ids: part.photos }) as const)
  })
}

function partsOfNew(albums: Albums, groups: Groups): ChangePart[] {
  const wanted = groups.flatMap(({ ids, fate }) => (fate.kind === 'new-album' ? [{ ids, name: fate.name }] : []))
  const { parentId, position } = albums.lastPlace(null)
  return [...Map.groupBy(wanted, ({ name }) => foldText(name)).values()].flatMap((same, at): ChangePart[] => {
    const [{ name } = { name: '' }] = same
    const photos = same.flatMap(({ ids }) => ids)
    albums.requireFreeName(name, null)
    const id = albums.newId() + at
    const place = { parentId, position: position + at }
    return [
      { change: { kind: 'album', id, name, place, isRemoved: false }, ids: LIBRARY_IDS },
      ...inParts([...new Set(photos)], 1, 1).map((part) => ({
        change: { kind: 'put-into-album' as const, album: id, name, ...part },
        ids: part.photos,
      })),
    ]
  })
}
