import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import { hasProperty, listOfProperty, type XmpDocument } from '../../../base/formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import { keywordKey, levelsOf, nameOf } from './keyword-names.ts'

type Hierarchy = { name: XmpName; separator: string; form: 'Bag' | 'Seq' }

const lightroom: Hierarchy = { name: 'lr:hierarchicalSubject', separator: '|', form: 'Bag' }

/** Lists that repeat the keywords with their upper levels: `animals|dog`. Programs prefer them to plain keywords. */
const hierarchies: readonly Hierarchy[] = [
  lightroom,
  { name: 'digiKam:TagsList', separator: '/', form: 'Seq' },
  { name: 'MicrosoftPhoto:LastKeywordXMP', separator: '/', form: 'Bag' },
  { name: 'mediapro:CatalogSets', separator: '|', form: 'Bag' },
  { name: 'expressionmedia:CatalogSets', separator: '|', form: 'Bag' },
]

/** Added and removed keywords, and the complete result. */
type Change = { added: readonly string[]; removed: readonly string[]; wanted: readonly string[] }

/**
 * Changes the plain keywords, and existing lists that repeat them; a hierarchical list is started if a keyword has
 * upper levels.
 */
export function keywordEdits(
  document: XmpDocument | null,
  before: readonly string[],
  wanted: readonly string[],
): XmpEdit[] {
  const without = (names: readonly string[], others: readonly string[]) => {
    const keys = new Set(others.map(keywordKey))
    return names.filter((name) => !keys.has(keywordKey(name)))
  }
  const change = { added: without(wanted, before), removed: without(before, wanted), wanted }
  const present = hierarchies.filter(({ name }) => document !== null && hasProperty(document, name))
  const isNested = change.added.some((name) => levelsOf(name).length > 1)
  const begun = isNested && !present.includes(lightroom) ? [lightroom] : []
  const list = (name: XmpName) => (document === null ? [] : listOfProperty(document, name))
  return [
    { name: 'dc:subject', value: { kind: 'list', form: 'Bag', items: subjects(list('dc:subject'), change) } },
    ...[...present, ...begun].map((hierarchy): XmpEdit => {
      const items = places(list(hierarchy.name), hierarchy, { ...change, added: addedTo(hierarchy, change, begun) })
      return { name: hierarchy.name, value: { kind: 'list', form: hierarchy.form, items } }
    }),
  ]
}

/** A new list contains every keyword: programs that find one, such as digiKam, read no plain keywords. */
const addedTo = (hierarchy: Hierarchy, { added, wanted }: Change, begun: readonly Hierarchy[]): readonly string[] =>
  begun.includes(hierarchy) ? wanted : added

/** The plain keyword of a hierarchical one is its last level; some programs write the upper levels as well. */
function subjects(present: readonly string[], { added, removed, wanted }: Change): string[] {
  // A program without levels may have written the complete hierarchy as a plain keyword.
  const keys = (names: readonly string[]) => names.flatMap((name) => [name, ...levelsOf(name)]).map(keywordKey)
  const kept = new Set(keys(wanted))
  const gone = new Set(keys(removed).filter((key) => !kept.has(key)))
  const left = present.filter((entry) => !gone.has(keywordKey(lastOf(entry.split('|')))))
  const there = new Set(left.map((entry) => keywordKey(lastOf(entry.split('|')))))
  const missing = added.map((name) => lastOf(levelsOf(name))).filter((leaf) => !there.has(keywordKey(leaf)))
  return [...left, ...missing]
}

/** Some programs also list the upper levels on their own: they are removed with the last keyword inside. */
function places(present: readonly string[], { separator }: Hierarchy, { added, removed, wanted }: Change): string[] {
  const nameOfEntry = (entry: string) => nameOf(entry.split(separator).map((level) => level.trim()))
  const isWithin = (names: readonly string[], place: string) =>
    names.some((name) => `${keywordKey(name)}/`.startsWith(`${keywordKey(place)}/`))
  const left = present.filter((entry) => {
    const name = nameOfEntry(entry)
    return !isWithin(removed, name) || isWithin(wanted, name)
  })
  const keys = new Set(left.map((entry) => keywordKey(nameOfEntry(entry))))
  const missing = added.filter((name) => !keys.has(keywordKey(name)))
  // digiKam, too, writes a `/` within a level as `\\\\`.
  const written = (levels: readonly string[]) => (separator === '/' ? nameOf(levels) : levels.join(separator))
  return [...left, ...missing.map((name) => written(levelsOf(name)))]
}

const lastOf = (levels: readonly string[]): string => levels.at(-1)!.trim()
