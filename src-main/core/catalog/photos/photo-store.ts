import { messageOf } from '../../../contract/errors.ts'
import { type PhotoDetail, PhotoTile, type SensitiveFrom } from '../../../contract/library/photo.ts'
import type { PhotoFacts } from '../../../contract/library/photo-facts.ts'
import type { Statement } from '../../../sqlite/connect.ts'
import { isDamage } from '../../../sqlite/damage.ts'
import { IS_IN_LIBRARY } from '../folders/removed-roots.ts'
import { type AlikeTurned, readOrientations } from '../turns/read-orientations.ts'
import { type PictureTurns, pictureTurnsOf } from '../turns/turn-of.ts'
import { hasWork } from './has-work.ts'
import { type PhotoDependencies, readDetail } from './photo-detail.ts'
import { createFactsReader } from './photo-facts.ts'
import { PHOTOS_WITH_FILE, TILE_COLUMNS, toTile, type TileRow } from './photo-tile.ts'

export type PhotoStore = {
  /** In the order of the ids; unknown ids are left out. */
  tiles(ids: readonly number[]): PhotoTile[]
  /** What lists with columns tell, in the order of the ids; unknown ids are left out. */
  facts(ids: readonly number[]): PhotoFacts[]
  /** Throws `photo-not-found`. Croppings are left empty: they are computed from the saliency features. */
  detail(id: number): PhotoDetail
  exists(id: number): boolean
  /** Photos by their orientations. Throws `photo-not-found` where one is not there. */
  orientations(ids: readonly number[]): AlikeTurned[]
  /** How its pictures are turned to be shown, or to be turned as is `asked` for. */
  turns(id: number, asked?: number): PictureTurns
  /** Whether a person did anything to the photo that would be missed. */
  hasWork(id: number): boolean
  /** When it was taken, as wall-clock time in milliseconds; null where nobody knows. */
  takenMs(id: number): number | null
}

type Reading = { tile: Statement<[number], TileRow>; sensitiveFrom: SensitiveFrom }

/** One row that is damaged costs its own photo and no other of the page. */
function readTile({ health }: PhotoDependencies, { tile, sensitiveFrom }: Reading, id: number): PhotoTile[] {
  try {
    const row = tile.get(id)
    if (row === undefined) return []
    const { success, data } = PhotoTile.safeParse(toTile(row, sensitiveFrom))
    if (success) return [data]
  } catch (error) {
    if (!isDamage(error)) throw error
    health.noteDamage(messageOf(error))
  }
  health.noteLost(id)
  return []
}

/** What windows show of photos. */
export function createPhotoStore(context: PhotoDependencies): PhotoStore {
  const { db } = context
  const tile = db.prepare<[number], TileRow>(
    `SELECT ${TILE_COLUMNS} ${PHOTOS_WITH_FILE} WHERE p.id = +? AND ${IS_IN_LIBRARY}`,
  )
  const exists = db.prepare<[number]>(`SELECT 1 FROM photos p WHERE p.id = ? AND ${IS_IN_LIBRARY}`)
  return {
    tiles: (ids) => {
      const reading = { tile, sensitiveFrom: context.sensitiveFrom() }
      return ids.flatMap((id) => readTile(context, reading, id))
    },
    facts: createFactsReader(context),
    detail: (id) => readDetail(context, id),
    hasWork: (id) => hasWork(db, id),
    takenMs: (id) =>
      db.prepare<[number], number | null>('SELECT taken_ms FROM photos WHERE id = ?').pluck().get(id) ?? null,
    orientations: (ids) => readOrientations(db, ids),
    turns: (id, asked) => pictureTurnsOf(db, id, asked),
    exists: (id) => exists.get(id) !== undefined,
  }
}
