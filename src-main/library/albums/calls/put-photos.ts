import type { AlbumId } from '../../../contract/library/albums.ts'
import type { ChangeResult } from '../../../contract/library/history.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'

type Dependencies = { catalog: Pick<Catalog, 'albums'>; changes: Pick<PersonChanges, 'applyBatch'> }

/**
 * Puts photos into an album or, if `isMove`, to another place in it: one entry of the history for any number of photos.
 */
export async function putPhotos(
  { catalog, changes }: Dependencies,
  album: AlbumId,
  ids: readonly number[],
  how: { before: number | null; isMove: boolean },
): Promise<ChangeResult> {
  const { name } = catalog.albums.get(album)
  const planned = await catalog.albums.planPutInSlices(album, ids, how)
  const parts = planned.map((part) => ({
    change: { kind: 'put-into-album' as const, album, name, ...part },
    ids: part.photos,
  }))
  const photos = parts.reduce((sum, part) => sum + part.ids.length, 0)
  return changes.applyBatch({ kind: 'album-photos', how: how.isMove ? 'move' : 'put', name, photos }, parts)
}
