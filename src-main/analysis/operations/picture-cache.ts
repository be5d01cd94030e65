import { stat } from 'node:fs/promises'
import type { AnalysedPicture } from './analysed-picture.ts'

/**
 * The pictures seen last, kept decoded with what was found out about them, so that the next request on the same bytes
 * goes on from there.
 */
export type PictureCache = {
  /**
   * The picture of this id: from the shelf, or from the file at `path` by `open`. Requests that come while it is being
   * opened share it.
   */
  take(pictureId: string, path: string, open: () => Promise<AnalysedPicture>): Promise<AnalysedPicture>
}

type Place = { opening: Promise<AnalysedPicture>; bytes: number }

/** A picture with its copies in other sizes, its maps and findings takes about as much as so many working rasters. */
const RASTERS_HELD = 4

/**
 * A shelf of `capacity` bytes, counted by estimate; what was not taken for the longest time goes first. A larger
 * picture is not kept.
 */
export function createPictureCache(capacity: number): PictureCache {
  const places = new Map<string, Place>()
  let held = 0
  const drop = (id: string, place: Place) => {
    if (places.get(id) !== place) return
    places.delete(id)
    held -= place.bytes
  }
  const keep = (id: string, place: Place, bytes: number) => {
    if (places.get(id) !== place) return
    if (bytes > capacity) return drop(id, place)
    place.bytes = bytes
    held += bytes
    for (const [oldest, other] of places) if (held > capacity) drop(oldest, other)
  }
  const put = (id: string, path: string, open: () => Promise<AnalysedPicture>) => {
    const place = { opening: open(), bytes: 0 }
    places.set(id, place)
    // a decoded photo keeps its file's bytes
    Promise.all([place.opening, stat(path)]).then(
      ([{ photo }, file]) => keep(id, place, photo.pixels.data.byteLength * RASTERS_HELD + file.size),
      () => drop(id, place),
    )
    return place.opening
  }
  return {
    async take(id, path, open) {
      const known = places.get(id)
      if (!known) return put(id, path, open)
      places.delete(id) // and back as the latest
      places.set(id, known)
      // Whoever opened it may have let go of its file meanwhile; this request has a file of its own.
      return known.opening.catch(() => put(id, path, open))
    },
  }
}
