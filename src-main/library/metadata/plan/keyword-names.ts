import { nameKey } from '../../../analysis/classifiers/classifier.ts'

/** Stands between the levels of a keyword within others, `Places/Austria/Vienna`; a `/` within a level is `\` there. */
const SEPARATOR = '/'

/** By which keywords are compared, as tags are. */
export const keywordKey = (keyword: string): string => nameKey(keyword)

/** The levels of a keyword, as other programs write them. */
export const levelsOf = (name: string): string[] =>
  name.split(SEPARATOR).map((level) => level.trim().replaceAll('\\', '/'))

/** A keyword from its levels. */
export const nameOf = (levels: readonly string[]): string =>
  levels.map((level) => level.replaceAll('/', '\\')).join(SEPARATOR)

/** Keys of all levels of keywords that have more than one: what stands there is no keyword of its own. */
export const coveredKeys = (names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => (name.includes(SEPARATOR) ? levelsOf(name).map(keywordKey) : [])))

/** The keywords that a file gives its photo: those within others, and those that stand alone. */
export function keywordNames({
  keywords,
  keywordPaths,
}: {
  keywords: readonly string[]
  keywordPaths: readonly string[]
}): string[] {
  const covered = coveredKeys(keywordPaths)
  return [...keywordPaths, ...keywords.filter((name) => !covered.has(keywordKey(name)))]
}
