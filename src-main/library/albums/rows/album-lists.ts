import type { AlbumId } from '../../../contract/library/albums.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** The photos of albums in their own order, loaded on first use: four bytes per photo. */
export class AlbumLists {
  readonly #db: Db
  readonly #kept = new Map<AlbumId, Uint32Array>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Ids of the photos of one album, without those of albums within; the answer is shared. */
  ids(album: AlbumId): Uint32Array {
    const kept = this.#kept.get(album) ?? readIds(this.#db, album)
    this.#kept.set(album, kept)
    return kept
  }

  forget(album: AlbumId): void {
    this.#kept.delete(album)
  }
}

const readIds = (db: Db, album: AlbumId): Uint32Array =>
  Uint32Array.from(
    db
      .prepare<[number], number>('SELECT photo_id FROM album_photos WHERE album_id = ? ORDER BY position, photo_id')
      .pluck()
      .all(album),
  )
