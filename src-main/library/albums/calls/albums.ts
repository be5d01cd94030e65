import { say } from '../../../contract/sentences/say.ts'
import type { AlbumId, AlbumNode } from '../../../contract/library/albums.ts'
import type { ChangeResult } from '../../../contract/library/history.ts'
import type { Catalog, SearchableCatalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { finishChoice } from './finish-choice.ts'
import { listAlbums } from './list-albums.ts'
import { putPhotos } from './put-photos.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'

export type AlbumHandlersDependencies = {
  catalog: Pick<Catalog, 'albums' | 'photos' | 'searches'> & SearchableCatalog
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
  privacy: Pick<Privacy, 'isHiding' | 'shown' | 'requireShown'>
}

/** Handlers of `albums.*`. */
export function albumHandlers(os: LibraryImplementer, dependencies: AlbumHandlersDependencies) {
  const { catalog, changes } = dependencies
  const { albums } = catalog
  return {
    list: os.albums.list.handler((): Promise<AlbumNode[]> => listAlbums(dependencies)),
    create: os.albums.create.handler(async ({ input: { name, parentId } }) => {
      const place = albums.lastPlace(parentId)
      albums.requireFreeName(name, parentId)
      const id = albums.newId()
      const done = await changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name, place, isRemoved: false })
      return { ...done, id }
    }),
    rename: os.albums.rename.handler(({ input: { id, name } }) => {
      const { name: formerName, ...place } = placeOf(albums.get(id))
      albums.requireFreeName(name, place.parentId, id)
      return changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name, formerName, place, isRemoved: false })
    }),
    remove: os.albums.remove.handler(({ input: { id } }) => {
      const { name, ...place } = placeOf(albums.get(id))
      return changes.apply({ kind: 'album', ids: LIBRARY_IDS, id, name, place, isRemoved: true })
    }),
    move: os.albums.move.handler(({ input }): ChangeResult | Promise<ChangeResult> => {
      const places = albums.planMove(input)
      const { kind, id } = input.moved
      const { name } = kind === 'album' ? albums.get(id) : catalog.searches.get(id)
      if (kind === 'album') albums.requireFreeName(name, input.parentId, id)
      if (places.length === 0) return { changeId: null, count: 0, kept: 0, sentence: say('changes.nothing') }
      return changes.apply({ kind: 'album-places', ids: LIBRARY_IDS, name, places })
    }),
    finishChoice: os.albums.finishChoice.handler(({ input }) => finishChoice(dependencies, input)),
    ...photoHandlers(os, dependencies),
  }
}

/** Photos in albums. */
function photoHandlers(os: LibraryImplementer, dependencies: AlbumHandlersDependencies) {
  const { catalog, changes, privacy } = dependencies
  const { albums } = catalog
  return {
    add: os.albums.add.handler(({ input: { id, ids, before } }) =>
      putPhotos(dependencies, id, ids, { before, isMove: false }),
    ),
    reorder: os.albums.reorder.handler(({ input: { id, ids, before } }) =>
      putPhotos(dependencies, id, ids, { before, isMove: true }),
    ),
    takeOut: os.albums.takeOut.handler(({ input: { id, ids } }) =>
      changes.apply({ kind: 'take-out-of-album', album: id, name: albums.get(id).name, ids }),
    ),
    of: os.albums.of.handler(({ input: { ids } }) => {
      const shown = privacy.isHiding() ? privacy.shown(catalog.photos.tiles(ids)).map(({ id }) => id) : ids
      return albums.of(shown)
    }),
  }
}

const placeOf = ({ name, parentId, position }: { name: string; parentId: AlbumId | null; position: number }) => ({
  name,
  parentId,
  position,
})
