import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Context } from '../../catalog/context/context.ts'

/** A stored picture for watermarks. */
export type KeptWatermark = { id: number; name: string; hash: string; bytes: Uint8Array; width: number; height: number }

/** Pictures for watermarks; each is stored once. */
export type WatermarkStore = {
  add(picture: Omit<KeptWatermark, 'id'>): KeptWatermark
  /** Throws `picture-not-found`. */
  get(id: number): KeptWatermark
  list(): KeptWatermark[]
  remove(id: number): void
}

const COLUMNS = 'id, name, hash, bytes, width, height'

export function createWatermarkStore({ db, writeDurably }: Context): WatermarkStore {
  const byHash = db.prepare<[string], KeptWatermark>(`SELECT ${COLUMNS} FROM watermark_pictures WHERE hash = ?`)
  return {
    add: (picture) => {
      writeDurably(() =>
        db
          .prepare(
            `INSERT INTO watermark_pictures (name, hash, bytes, width, height)
             VALUES (@name, @hash, @bytes, @width, @height) ON CONFLICT (hash) DO NOTHING`,
          )
          .run({ ...picture, bytes: Buffer.from(picture.bytes) }),
      )
      return byHash.get(picture.hash)!
    },
    get: (id) => {
      const found = db
        .prepare<[number], KeptWatermark>(`SELECT ${COLUMNS} FROM watermark_pictures WHERE id = ?`)
        .get(id)
      if (found !== undefined) return found
      throw new AppError('picture-not-found', say('exports.watermarkGone'))
    },
    list: () => db.prepare<[], KeptWatermark>(`SELECT ${COLUMNS} FROM watermark_pictures ORDER BY id`).all(),
    remove: (id) => void writeDurably(() => db.prepare('DELETE FROM watermark_pictures WHERE id = ?').run(id)),
  }
}
