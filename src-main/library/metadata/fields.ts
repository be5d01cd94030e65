import { emptyMetadata } from '../../contract/library/empty-metadata.ts'
import type { PhotoMetadata } from '../../contract/library/photo.ts'

/**
 * Some fields of the metadata, from one source. Fields that a source lacks are absent or null; an empty `keywords`
 * means that there are none.
 */
export type SomeFields = Partial<PhotoMetadata>

/** Fields that belong together: all come from the first source with the first of them. */
const together: readonly (readonly (keyof PhotoMetadata)[])[] = [
  ['takenAt', 'offset', 'subsec'],
  ['keywords', 'keywordPaths'],
]

/** Merges sources; for each field the first one with a value wins. */
export function mergeFields(sources: readonly SomeFields[]): PhotoMetadata {
  const merged: Record<string, unknown> = emptyMetadata()
  for (const source of [...sources].reverse()) {
    for (const [name, value] of Object.entries(source)) if (isPresent(value)) merged[name] = value
  }
  const empty: Record<string, unknown> = emptyMetadata()
  for (const names of together) {
    const source: Record<string, unknown> = sources.find((each) => isPresent(each[names[0]!])) ?? {}
    for (const name of names) merged[name] = source[name] ?? empty[name]
  }
  return merged as PhotoMetadata
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined

/** Fields without empty lists: for a source whose empty lists must not override the next one. */
export function withoutEmptyLists(fields: SomeFields): SomeFields {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
}

/** A place on Earth in degrees and its height in metres; nothing if the two degrees are invalid. */
export function placeFields(latitude: number | null, longitude: number | null, altitude: number | null): SomeFields {
  const isPlace = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  // Receivers without a fix write zeros.
  if (latitude === 0 && longitude === 0) return {}
  return isPlace ? { latitude, longitude, altitude } : { altitude }
}

/** A height in metres by EXIF's reference: 1 and 3 mean below (EXIF 3.0, 4.6.7.1.6). */
export const heightOf = (metres: number | null, reference: unknown): number | null =>
  metres !== null && /^\s*[13]\s*$/.test(String(reference)) ? -Math.abs(metres) : metres

/** Text without padding and control characters; null if nothing is left. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  // Cameras pad with NUL and leave control characters behind; tabs and line breaks stay, also those of old Macs.
  const text = String(value)
    .replaceAll(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n\u0080-\u009f]/gu, '')
    .trim()
  return text === '' ? null : text.slice(0, 10_000).toWellFormed()
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

/** A number above zero: cameras write 0 for unknown. */
export function positiveOf(value: unknown): number | null {
  const number = numberOf(value)
  return number !== null && number > 0 ? number : null
}

/** A longer list was not made by a person. */
const MAX_TEXTS = 2_000

/** Distinct non-empty texts in their order. */
export function textsOf(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value.slice(0, MAX_TEXTS) : [value]
  return [...new Set(list.map(textOf).filter((text) => text !== null))]
}

/** A rating from -1 to 5; null for anything else. */
export function ratingOf(value: unknown): number | null {
  const rating = numberOf(value)
  return rating !== null && rating >= -1 && rating <= 5 ? Math.round(rating) : null
}

/** Stars of Windows' percentages, which are 1, 25, 50, 75 and 99; null for other numbers. */
export function ratingOfPercent(value: unknown): number | null {
  const percent = numberOf(value)
  if (percent === null || percent < 0 || percent > 100) return null
  return percent === 0 ? 0 : Math.round(percent / 25) + 1
}
