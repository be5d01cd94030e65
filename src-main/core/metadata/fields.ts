import { emptyMetadata } from '../../contract/library/empty-metadata.ts'
import type { PhotoMetadata } from '../../contract/library/photo.ts'

/** Some fields of the metadata, from one source. */
export type SomeFields = Partial<PhotoMetadata>

/** Lays sources over each other; of each field the first one that says something wins. */
export function mergeFields(sources: readonly SomeFields[]): PhotoMetadata {
  const merged: Record<string, unknown> = emptyMetadata()
  for (const source of [...sources].reverse()) {
    for (const [name, value] of Object.entries(source)) {
      const isSaid = value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
      if (isSaid) merged[name] = value
    }
  }
  // A time and its offset belong together.
  merged['offset'] = sources.find((source) => source.takenAt)?.offset ?? null
  return merged as PhotoMetadata
}

/** A place on Earth in degrees and its height in metres; nothing where the two degrees are none. */
export function placeFields(latitude: number | null, longitude: number | null, altitude: number | null): SomeFields {
  const isPlace = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPlace ? { latitude, longitude, altitude } : { latitude: null, longitude: null, altitude }
}

/** Text without padding and control characters; null where nothing is left. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  // Cameras pad with NUL and leave control characters behind; tabs and line breaks stay.
  const text = String(value)
    .replace(/[^\P{Cc}\t\n\u0080-\u009f]/gu, '')
    .trim()
  return text === '' ? null : text.slice(0, 10_000)
}

/** A finite number, also from `3/2` and from a list's first entry; null otherwise. */
export function numberOf(value: unknown): number | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'number') return Number.isFinite(first) ? first : null
  if (typeof first !== 'string') return null
  const [above, below = 1] = first.split('/').map(Number)
  const result = above! / below
  return first.trim() !== '' && Number.isFinite(result) ? result : null
}

/** A number above zero: cameras write 0 where they do not know. */
export function positiveOf(value: unknown): number | null {
  const number = numberOf(value)
  return number !== null && number > 0 ? number : null
}

/** Distinct non-empty texts in their order. */
export function textsOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return [...new Set(list.map(textOf).filter((text) => text !== null))]
}

/** A rating from -1 to 5; null for anything else. */
export function ratingOf(value: unknown): number | null {
  const rating = numberOf(value)
  return rating !== null && rating >= -1 && rating <= 5 ? Math.round(rating) : null
}
