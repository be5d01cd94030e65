import type { Size } from '../../contract/analysis/cropping.ts'
import type { ExportFormat } from '../../contract/library/export.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import { checkPattern, extensions, fillPattern, numberedName } from './file-names.ts'

export type NamedPhoto = Pick<PhotoTile, 'id' | 'name' | 'rating' | 'takenAt'>

/** One file of an export. `stem` is its name before the extension and before any number that tells it from others. */
export type PlannedFile = { photoId: number; size: Size; stem: string; fileName: string }

/**
 * The files an export would write, photo by photo and size by size. Names that are equal within the export, also where
 * only their case differs, are numbered; files already in the target folder are not known here. Throws `bad-params` for
 * an unknown field.
 */
export function planNames(
  photos: readonly NamedPhoto[],
  sizes: readonly Size[],
  pattern: string,
  format: ExportFormat,
): PlannedFile[] {
  checkPattern(pattern)
  const extension = extensions[format]
  const taken = new Map<string, number>()
  const files: PlannedFile[] = []
  for (const photo of photos) {
    for (const size of sizes) {
      const stem = fillPattern(pattern, {
        photoName: photo.name,
        ...size,
        takenAt: photo.takenAt,
        rating: photo.rating,
        counter: files.length + 1,
      })
      files.push({ photoId: photo.id, size, stem, fileName: freeName(stem, extension, taken) })
    }
  }
  return files
}

/**
 * `taken` remembers lower-case names, and for a stem the last number given, so that thousands of equal names stay
 * cheap.
 */
function freeName(stem: string, extension: string, taken: Map<string, number>): string {
  const key = stem.toLowerCase()
  for (let attempt = (taken.get(key) ?? 0) + 1; ; attempt++) {
    const name = numberedName(stem, extension, attempt)
    const own = name.slice(0, name.length - extension.length).toLowerCase()
    taken.set(key, attempt)
    if (attempt > 1 && taken.has(own)) continue
    if (attempt > 1) taken.set(own, 1)
    return name
  }
}
