import type { valueFields } from '../../../contract/library/metadata-writing.ts'
import type { RegionWork, TargetRegions, WrittenRegions } from './merge-regions.ts'
import { parsePosition } from '../../../contract/library/position.ts'
import { parseCrop } from '../../../contract/library/photo-crop.ts'
import type { TextField } from '../../../contract/library/text-fields.ts'
import { parseWallClock } from '../wall-clock.ts'

export type ValueField = (typeof valueFields)[number]
type WrittenText = TextField | 'label'

/**
 * A rating from 0 to 5, a pick of -1, 0 or 1, an orientation from 1 to 8, a text, a wall-clock time with its offset if
 * known, or a position or a crop as a text; null for none. An empty crop means explicitly none.
 */
export type Value = string | number | null
export type Values = Partial<Record<ValueField, Value>>

/** A person's work on a photo, which overrides its file. Absent fields were not given. */
export type PersonWork = {
  values: Values
  /** Keywords that they added, and those of the file that they removed. */
  added: readonly string[]
  removed: readonly string[]
  /** Faces that they named; absent while names are not written, and then written ones stay. */
  regions?: RegionWork
}

/** What Lumafold has written into a target, and what was there before. */
export type Written = {
  values: Partial<Record<ValueField, { written: Value; before: Value }>>
  added: readonly string[]
  removed: readonly string[]
  /** Absent if no faces were written. */
  regions?: WrittenRegions
}

/**
 * A target's content. `keywords` is null if it has no such list. `original` is the time of `takenAt` if the target
 * gives it for the original, and not only for its digitising.
 */
export type TargetContent = {
  values: Record<ValueField, Value>
  keywords: readonly string[] | null
  regions?: TargetRegions
  original?: Value
  /** The target is a picture made by other settings that it still states: a crop among them is done already. */
  isDeveloped?: boolean
}

/** What the library had read of the photo when the person changed it; absent fields were not read. */
export type Base = { values: Values; keywords: readonly string[] }

export const noWork = (): PersonWork => ({ values: {}, added: [], removed: [] })

export const nothingWritten = (): Written => ({ values: {}, added: [], removed: [] })

export const isNothingWritten = ({ values, added, removed, regions }: Written): boolean =>
  Object.keys(values).length + added.length + removed.length === 0 && regions === undefined

/** Several creators are separated by `;`. */
export const creatorsOf = (creator: Value): string[] =>
  String(creator ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A time to the second, as the library stores it, without its offset; null for an invalid one. */
export const wallClockOf = (value: Value | undefined): string | null => parseWallClock(value)?.at ?? null

/** A time to the second with its offset from UTC, if known; null for an invalid one. */
export function timeOf(value: Value | undefined): string | null {
  const time = parseWallClock(value)
  return time === null ? null : time.at + (time.offset ?? '')
}

/** Cameras note when they digitised within this time of taking, in milliseconds; scanners do not. */
const SAME_MOMENT_MS = 60_000

/**
 * The new value of another time in a target, such as that of digitising, after the original's time has changed: for a
 * camera's photo both move alike. Undefined if it stays, since it is of another moment.
 */
export function movedWith(beside: unknown, original: Value | undefined, given: Value): string | null | undefined {
  const [own, former] = [parseWallClock(beside), parseWallClock(original)]
  if (own === null || former === null) return undefined
  const [ownMs, formerMs] = [own, former].map(({ at }) => Date.parse(`${at}Z`)) as [number, number]
  if (Math.abs(ownMs - formerMs) > SAME_MOMENT_MS) return undefined
  const next = parseWallClock(given)
  if (next === null) return null
  return new Date(Date.parse(`${next.at}Z`) + ownMs - formerMs).toISOString().slice(0, 19) + (next.offset ?? '')
}

/**
 * Programs store positions with different numbers of digits: within centimetres, and half a metre of height, they are
 * equal.
 */
const SAME_DEGREES = 1e-6
const SAME_METRES = 0.5

function isSamePosition(a: Value | undefined, b: Value | undefined): boolean {
  const [one, other] = [parsePosition(a), parsePosition(b)]
  if (one === null || other === null) return one === other
  return (
    Math.abs(one.latitude - other.latitude) <= SAME_DEGREES &&
    Math.abs(one.longitude - other.longitude) <= SAME_DEGREES &&
    (one.altitude === null || other.altitude === null
      ? one.altitude === other.altitude
      : Math.abs(one.altitude - other.altitude) <= SAME_METRES)
  )
}

/** The corners of a crop within a tenth of a pixel of any camera, and a thousandth of a degree, are equal. */
const SAME_SHARE = 1e-5
const SAME_ANGLE = 1e-3

function isSameCrop(a: Value | undefined, b: Value | undefined): boolean {
  const [one, other] = [parseCrop(a), parseCrop(b)]
  if (one === null || other === null) return one === other
  const isNear = (side: 'left' | 'top' | 'right' | 'bottom') => Math.abs(one[side] - other[side]) <= SAME_SHARE
  return (['left', 'top', 'right', 'bottom'] as const).every(isNear) && Math.abs(one.angle - other.angle) <= SAME_ANGLE
}

/** The form in which values are compared: no rating is 0 stars, an empty text is none. */
export function plainValue(field: ValueField, value: Value | undefined): Value {
  if (field === 'rating' || field === 'pick') return value ?? 0
  if (field === 'takenAt') return timeOf(value)
  if (field === 'position') return parsePosition(value) === null ? null : (value ?? null)
  // Programs that know crops say when there is none; others leave the properties out.
  if (field === 'crop') return value ?? null
  if (field === 'creator') return creatorsOf(value ?? null).join('; ') || null
  const text = typeof value === 'string' ? value.trim() : (value ?? null)
  return text === '' ? null : text
}

export const isSameValue = (field: ValueField, a: Value | undefined, b: Value | undefined): boolean =>
  field === 'position'
    ? isSamePosition(a, b)
    : field === 'crop'
      ? isSameCrop(a, b)
      : plainValue(field, a) === plainValue(field, b)

type Read = Record<'rating' | 'pick' | 'orientation', number | null> &
  Record<WrittenText | 'takenAt' | 'position' | 'crop', string | null>

/** Values as they were read; a rating below 0 is a rejection and no stars. */
export function valuesOf({ rating, pick, ...texts }: Read): Record<ValueField, Value> {
  const stars = rating === null ? null : Math.round(Math.min(5, Math.max(0, rating)))
  return { rating: stars, pick: pick ?? (rating !== null && rating < 0 ? -1 : null), ...texts }
}
