import { mediaKind } from '../../../catalog/codecs/numbered.ts'
import type { Finding } from './finding.ts'

/** Properties of the file: its format and its hashes in `files`, its upright size and kind in `photos`. */
export const hash = {
  step: 'hash',
  isFound: ({ contentHash }) => contentHash !== undefined,
  photoValues: ({ width, height, media, durationMs }) => ({
    width,
    height,
    media: media === undefined ? undefined : mediaKind.number[media],
    duration_ms: durationMs,
  }),
  save: ({ db }, photoId, { format, contentHash, imageHash }) => {
    if (format === undefined && contentHash === undefined) return
    db.prepare(
      `UPDATE files SET format = coalesce(@format, format), content_hash = coalesce(@contentHash, content_hash),
         image_hash = coalesce(@imageHash, image_hash) WHERE photo_id = @photoId AND is_main = 1`,
    ).run({ photoId, format: format ?? null, contentHash: contentHash ?? null, imageHash: imageHash ?? null })
  },
} satisfies Finding
