import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { FileParts } from '../files/file-store.ts'
import { renewPack } from '../denormalised/denormalised-rows.ts'
import { replaceTags, SOURCE } from '../tags/photo-tags.ts'
import { wallClockMs } from './wall-clock.ts'

type Read = { id: number; metadata: PhotoMetadata; width: number; height: number }

/** Metadata with nothing in it: a photo of which none was read. */
export const EMPTY_METADATA: PhotoMetadata = {
  takenAt: null,
  offset: null,
  cameraMake: null,
  cameraModel: null,
  lens: null,
  exposureTime: null,
  aperture: null,
  iso: null,
  focalLength: null,
  focalLength35: null,
  exposureBias: null,
  flashFired: null,
  latitude: null,
  longitude: null,
  altitude: null,
  title: null,
  caption: null,
  keywords: [],
  creator: null,
  copyright: null,
  city: null,
  country: null,
  rating: null,
  label: null,
  orientation: 1,
  colorSpace: null,
  software: null,
}

/**
 * Keeps what was read from files: keywords become tags of the source `file`, a rating counts until the person gives
 * one.
 */
export function saveMetadata(parts: FileParts, batch: readonly Read[]) {
  const { db, write, changed, fullText } = parts
  const saved = write(() => {
    const update = db.prepare(
      `UPDATE photos SET taken_at = @takenAt, taken_ms = @takenMs, needs_metadata = 0,
         width = CASE WHEN @width > 0 THEN @width ELSE width END, height = CASE WHEN @height > 0 THEN @height ELSE height END,
         rating = CASE WHEN is_rated THEN rating ELSE @rating END WHERE id = @id`,
    )
    const put = db.prepare(
      'INSERT INTO metadata (photo_id, data) VALUES (?, ?) ON CONFLICT (photo_id) DO UPDATE SET data = excluded.data',
    )
    return batch.filter((read) => {
      const { changes } = update.run(columnsOf(read))
      if (changes === 0) return false // the photo was taken out while its file was read
      put.run(read.id, JSON.stringify(withoutNulls(read.metadata)))
      const keywords = read.metadata.keywords.map((name) => ({ name, confidence: 100 }))
      if (replaceTags(parts, read.id, [SOURCE.file], keywords, SOURCE.file)) renewPack(db, read.id)
      fullText.put(read.id)
      return true
    })
  })
  changed.photos(saved.map((read) => read.id))
  changed.text()
}

function columnsOf({ id, metadata, width, height }: Read) {
  const takenMs = wallClockMs(metadata.takenAt)
  const rating = Math.round(Math.min(5, Math.max(0, metadata.rating ?? 0)))
  return { id, takenAt: takenMs === null ? null : metadata.takenAt, takenMs, width, height, rating }
}

const withoutNulls = (metadata: PhotoMetadata) =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null))

/** The stored text as full metadata again. */
export const readMetadata = (data: string | null): PhotoMetadata => ({
  ...EMPTY_METADATA,
  ...(data === null ? {} : (JSON.parse(data) as Partial<PhotoMetadata>)),
})
