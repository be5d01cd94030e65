import { textsOf, type SomeFields } from './fields.ts'
import type { XmpProperties } from './xmp.ts'

/** Lists of hierarchical keywords, and the separator of their levels. */
const hierarchies: readonly (readonly [property: string, separator: string])[] = [
  ['lr:hierarchicalSubject', '|'],
  ['digiKam:TagsList', '/'],
  ['mediapro:CatalogSets', '|'],
  ['expressionmedia:CatalogSets', '|'],
  ['MicrosoftPhoto:LastKeywordXMP', '/'],
]

/** Windows' last values, which programs that change keywords leave as they are. */
const OFTEN_OUTDATED = 'MicrosoftPhoto:LastKeywordXMP'

/**
 * Keywords, flat and hierarchical. If a program wrote only hierarchical ones, the flat ones are their last levels.
 * Nothing if the packet has no keyword property; empty lists if it has empty ones.
 */
export function keywordsOfXmp(xmp: XmpProperties): Pick<SomeFields, 'keywords' | 'keywordPaths'> {
  const isPresent = xmp.has('dc:subject') || hierarchies.some(([property]) => xmp.has(property))
  if (!isPresent) return {}
  const subjects = textsOf(xmp.get('dc:subject'))
  const places = hierarchies.flatMap(([property, separator]) => {
    const found = textsOf(xmp.get(property)).map((text) => levelsOf(text, separator))
    return property === OFTEN_OUTDATED ? found.filter((levels) => isCurrent(levels, subjects)) : found
  })
  // Some programs write hierarchies among the subjects. A `/` there is a letter like any other.
  const written = subjects.map((text) => levelsOf(text, '|'))
  const paths = [...written, ...places].filter((levels) => levels.length > 1)
  const single = [...written, ...(subjects.length > 0 ? places : [])].filter((levels) => levels.length === 1).flat()
  const leaves = [...written.filter((levels) => levels.length > 1), ...(subjects.length > 0 ? [] : places)]
  return {
    keywords: textsOf([...single, ...leaves.map((levels) => levels.at(-1))]),
    keywordPaths: withoutParents([...new Set(paths.map(toPath))]),
  }
}

const levelsOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((level) => level.trim())
    .filter((level) => level !== '')

const isCurrent = (levels: readonly string[], subjects: readonly string[]) =>
  subjects.length === 0 || subjects.includes(levels.at(-1) ?? '') || subjects.includes(levels.join('/'))

/** A `/` within a level is written as `\`, as in digiKam. */
const toPath = (levels: readonly string[]) => levels.map((level) => level.replaceAll('/', '\\')).join('/')

/** Lightroom also lists the upper levels. */
function withoutParents(paths: readonly string[]): string[] {
  const parents = new Set(paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))))
  return paths.filter((path) => !parents.has(path))
}
