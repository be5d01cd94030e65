import { nameKey } from '../../../analysis/classifiers/classifier.ts'

/** Two spellings with the same key are the same tag; custom classifiers use the same rule. */
export const tagKey = nameKey

/** Separates the levels of a tag in a hierarchy: `Places/Austria/Vienna`. */
const SEPARATOR = '/'

/** The parts by which a tag is found: its places in the tree, and each level. A tag of one level has only itself. */
export function levelsOf(name: string): string[] {
  const levels = name.split(SEPARATOR)
  if (levels.length === 1) return [name]
  return [...levels.map((_, last) => levels.slice(0, last + 1).join(SEPARATOR)), ...levels]
}

/** The keys of these parts. */
export const levelKeysOf = (name: string): string[] => [...new Set(levelsOf(name).map(tagKey))]

/** Whether a tag is within another one, at any depth. */
export const isWithin = (name: string, place: string): boolean => tagKey(name).startsWith(tagKey(place) + SEPARATOR)
