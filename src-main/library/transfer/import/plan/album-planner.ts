import type { AlbumId } from '../../../../contract/library/albums.ts'
import { type Catalog, type ChangePart, inParts } from '../../../catalog/catalog.ts'
import type { ForeignAlbum } from '../foreign/foreign-photo.ts'
import { LIBRARY_IDS } from '../../../history/kinds/change-kind.ts'

type Albums = Pick<Catalog['albums'], 'paths' | 'newId' | 'lastPlace' | 'planPut'>

/** Photos that an import puts into an album, each with its position there. */
type Wanted = { path: string; photos: { id: number; place: number }[] }

/** Collects another library's albums of the matched photos. */
export class AlbumPlanner {
  readonly #wanted = new Map<string, Wanted>()

  add(photoId: number, albums: readonly ForeignAlbum[] = []): void {
    for (const { path, place } of albums) {
      const wanted = this.#wanted.get(path.toLowerCase()) ?? { path, photos: [] }
      wanted.photos.push({ id: photoId, place })
      this.#wanted.set(path.toLowerCase(), wanted)
    }
  }

  /** Creates missing albums, and adds the photos after the present ones, in the other's order. */
  finish(albums: Albums): ChangePart[] {
    const making = new AlbumMaking(albums)
    const puts = [...this.#wanted.values()].flatMap(({ path, photos }) => {
      const { id, name, isNew } = making.find(path)
      const ids = photos.toSorted((a, b) => a.place - b.place).map((photo) => photo.id)
      const planned = isNew ? inParts(ids, 1, 1) : albums.planPut(id, ids, { before: null, isMove: false })
      return planned.map((part): ChangePart => ({
        change: { kind: 'put-into-album', album: id, name, ...part },
        ids: part.photos,
      }))
    })
    return [...making.parts, ...puts]
  }
}

type Found = { id: AlbumId; name: string; isNew: boolean }

/** Albums by their paths, and the changes that make the missing ones. */
class AlbumMaking {
  readonly parts: ChangePart[] = []
  readonly #known: Map<string, Found>
  #nextId: number
  #nextPosition: number

  constructor(albums: Albums) {
    this.#known = new Map(
      albums.paths().map(({ id, name, path }) => [path.toLowerCase(), { id, name, isNew: false }] as const),
    )
    this.#nextId = albums.newId()
    this.#nextPosition = albums.lastPlace(null).position
  }

  find(path: string): Found {
    const known = this.#known.get(path.toLowerCase())
    if (known !== undefined) return known
    const cut = path.lastIndexOf('/')
    const parentId = cut < 0 ? null : this.find(path.slice(0, cut)).id
    const name = path.slice(cut + 1).replaceAll('\\', '/')
    const made = { id: this.#nextId++, name, isNew: true }
    const place = { parentId, position: this.#nextPosition++ }
    this.parts.push({ change: { kind: 'album', id: made.id, name, place, isRemoved: false }, ids: LIBRARY_IDS })
    this.#known.set(path.toLowerCase(), made)
    return made
  }
}
