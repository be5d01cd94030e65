import { nameKey } from '../../../analysis/classifiers/classifier.ts'

/** What makes two written tags the same tag; custom classifiers know tags by the same rule. */
export const tagKey = nameKey

/** Stands between the levels of a tag that has its place within others: `Places/Austria/Vienna`. */
const SEPARATOR = '/'

/**
 * The keys under which a tag is found by a part of it: each level, and each level with those around it. A tag of one
 * level has none but itself.
 */
export function levelKeysOf(name: string): string[] {
  const levels = name.split(SEPARATOR)
  if (levels.length === 1) return [tagKey(name)]
  const places = levels.map((_, last) => levels.slice(0, last + 1).join(SEPARATOR))
  return [...new Set([...places, ...levels].map(tagKey))]
}

/** Whether a tag has its place within another one, at any depth. */
export const isWithin = (name: string, place: string): boolean => tagKey(name).startsWith(tagKey(place) + SEPARATOR)
