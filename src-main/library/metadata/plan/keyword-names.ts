import { nameKey } from '../../../analysis/classifiers/classifier.ts'

/** Separates the levels of a keyword, `Places/Austria/Vienna`; a `/` within a level is `\` there. */
const SEPARATOR = '/'

/** Key for comparing keywords, as for tags. */
export const keywordKey = (keyword: string): string => nameKey(keyword)

/** The levels of a keyword, as other programs write them. */
export const levelsOf = (name: string): string[] =>
  name.split(SEPARATOR).map((level) => level.trim().replaceAll('\\', '/'))

/** A keyword from its levels. */
export const nameOf = (levels: readonly string[]): string =>
  levels.map((level) => level.replaceAll('/', '\\')).join(SEPARATOR)

/** Keys of all levels of keywords with several levels, alone and with those above: these are not separate keywords. */
export const coveredKeys = (names: readonly string[]): Set<string> =>
  new Set(names.filter((name) => name.includes(SEPARATOR)).flatMap(levelKeysOf))

function levelKeysOf(name: string): string[] {
  const levels = levelsOf(name)
  const places = levels.map((_, last) => levels.slice(0, last + 1).join(SEPARATOR))
  return [...levels, ...places].map(keywordKey)
}

/**
 * The keywords of a file: hierarchical ones, and plain ones that are not part of those. A `/` in a plain one is a
 * letter like any other.
 */
export function keywordNames({
  keywords,
  keywordPaths,
}: {
  keywords: readonly string[]
  keywordPaths: readonly string[]
}): string[] {
  const covered = coveredKeys(keywordPaths)
  const alone = keywords.filter((name) => !covered.has(keywordKey(name)))
  return [...keywordPaths, ...alone.map((name) => nameOf([name]))]
}
