import { nameKey } from '../../../analysis/classifiers/classifier.ts'

/** Two spellings with the same key are the same tag; custom classifiers use the same rule. */
export const tagKey = nameKey

/** Separates the levels of a tag in a hierarchy: `Places/Austria/Vienna`. */
const SEPARATOR = '/'

/**
 * The keys by which a part of a tag finds it: each level, and each level with its neighbours. A tag of one level has
 * only its own key.
 */
export function levelKeysOf(name: string): string[] {
  const levels = name.split(SEPARATOR)
  if (levels.length === 1) return [tagKey(name)]
  const places = levels.map((_, last) => levels.slice(0, last + 1).join(SEPARATOR))
  return [...new Set([...places, ...levels].map(tagKey))]
}

/** Whether a tag is within another one, at any depth. */
export const isWithin = (name: string, place: string): boolean => tagKey(name).startsWith(tagKey(place) + SEPARATOR)
