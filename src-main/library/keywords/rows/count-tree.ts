import { type Keyword, LEVEL_SEPARATOR, plainKeyword } from '../../../contract/library/keywords.ts'
import { CERTAIN_LEVEL, entryId, entryLevel } from '../../catalog/codecs/entries.ts'
import { forEachBit } from '../../search/columns/bits.ts'
import type { Slices } from '../../search/columns/slices.ts'
import type { PhotoIndex } from '../../search/columns/photo-index.ts'
import { tagList } from '../../queue/rows/findings/tags.ts'
import { tagKey } from '../../catalog/vocabulary/tag-levels.ts'
import type { KeywordContext } from './keyword-context.ts'
import { readKeywords } from './keyword-rows.ts'

/** A place in the tree: its name, and the places from itself up to the top. */
type Node = { key: string; name: string; tagId: number | null; chain: Int32Array }

/** Words of the photos' bit set processed between two breaks for other work. */
const SLICE = 512

/** The tree of keywords with the photos of each, in the order of their names. */
export function* countTree(dependencies: KeywordContext): Slices<Keyword[]> {
  const { db, vocabulary, names, language, liveIndex } = dependencies
  const index = liveIndex.current()
  const records = readKeywords(db)
  const nodes = placesOf(dependencies, index, new Set(records.keys()))
  yield
  const { own, total } = yield* countPhotos(index, nodes)
  const held = new Set(nodes.flatMap(({ key, tagId }) => (tagId !== null && records.has(tagId) ? chainOf(key) : [])))
  const labelOf = ({ tagId, name }: Node) => {
    const leaf = name.slice(name.lastIndexOf(LEVEL_SEPARATOR) + 1)
    const concept = tagId === null ? null : vocabulary.tagConcept(tagId)
    return concept === null || leaf !== name ? leaf : names.conceptLabel(concept, leaf, language())
  }
  return nodes
    .map((node, place) => ({
      name: node.name,
      label: labelOf(node),
      count: own[place]!,
      total: total[place]!,
      ...((node.tagId === null ? undefined : records.get(node.tagId)) ?? plainKeyword),
      isKept: node.tagId !== null && records.has(node.tagId),
    }))
    .filter(({ total: photos, name }) => photos > 0 || held.has(tagKey(name)))
}

/** Every keyword, and every level above one. */
function placesOf({ vocabulary }: KeywordContext, index: PhotoIndex, kept: ReadonlySet<number>): Node[] {
  const { counts } = index.lists(tagList).tally(CERTAIN_LEVEL, index.slots)
  const byKey = new Map<string, Node>()
  const place = (name: string, tagId: number | null): void => {
    const key = tagKey(name)
    const known = byKey.get(key)
    if (known !== undefined) {
      if (tagId !== null) Object.assign(known, { tagId, name })
      return
    }
    byKey.set(key, { key, name, tagId, chain: new Int32Array() })
    const above = name.lastIndexOf(LEVEL_SEPARATOR)
    if (above > 0) place(name.slice(0, above), null)
  }
  for (const { id, name } of vocabulary.tags()) if ((counts[id] ?? 0) > 0 || kept.has(id)) place(name, id)
  const keyed = [...byKey.values()].map((node) => ({ node, order: treeKey(node.key) }))
  const nodes = keyed.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ node }) => node)
  const at = new Map(nodes.map(({ key }, place) => [key, place]))
  for (const node of nodes) node.chain = Int32Array.from(chainOf(node.key), (key) => at.get(key)!)
  return nodes
}

/** Children follow their parent directly: the end of a level sorts before any letter. */
const treeKey = (key: string): string => key.replaceAll(LEVEL_SEPARATOR, '\0')

function chainOf(key: string): string[] {
  const keys = [key]
  for (let end = key.lastIndexOf(LEVEL_SEPARATOR); end > 0; end = key.lastIndexOf(LEVEL_SEPARATOR, end - 1))
    keys.push(key.slice(0, end))
  return keys
}

/** A photo counts once for each place, however many of its keywords are below. */
function* countPhotos(index: PhotoIndex, nodes: readonly Node[]): Slices<{ own: Uint32Array; total: Uint32Array }> {
  const [own, total] = [new Uint32Array(nodes.length), new Uint32Array(nodes.length)]
  const lastSlot = new Int32Array(nodes.length).fill(-1)
  const byTag: (Int32Array | undefined)[] = []
  for (const { tagId, chain } of nodes) if (tagId !== null) byTag[tagId] = chain
  const lists = index.lists(tagList)
  const { live } = index
  for (let word = 0; word < live.length; word += SLICE) {
    const data = lists.data() // it may have changed after a break
    forEachBit(live.subarray(word, word + SLICE), (bit) => {
      const slot = (word << 5) + bit
      for (let at = lists.start(slot), end = lists.end(slot); at < end; at++) {
        const entry = data[at]!
        if (entryLevel(entry) !== CERTAIN_LEVEL) continue
        const chain = byTag[entryId(entry)]
        if (chain === undefined) continue
        own[chain[0]!]!++
        for (const place of chain) {
          if (lastSlot[place] === slot) continue
          lastSlot[place] = slot
          total[place]!++
        }
      }
    })
    yield
  }
  return { own, total }
}
