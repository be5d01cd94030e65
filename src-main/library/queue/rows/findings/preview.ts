import type { Finding } from './finding.ts'

/** The thumbnail, in a separate file, and its version and placeholder in `photos`. */
export const preview = {
  step: 'preview',
  isFound: ({ thumbnail }) => thumbnail !== undefined,
  photoValues: ({ placeholder }) => ({ placeholder }),
  save: ({ db, thumbnails }, photoId, { thumbnail }) => {
    if (!thumbnail) return
    db.prepare('UPDATE photos SET thumb_version = abs(thumb_version) + 1, thumb_turn = 1 WHERE id = ?').run(photoId)
    // This file has its own transaction. A thumbnail ahead of its version does no harm if the outer one fails.
    thumbnails.put(photoId, thumbnail)
  },
} satisfies Finding
