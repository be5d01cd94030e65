import { readConceptRows, type ConceptRow } from './vocabulary-file.ts'

/** Something a photo can show, named as a photographer would name it. */
export type Concept = ConceptRow

/** Everything the engine can name, looked up by the names that models use. */
export type Vocabulary = {
  readonly size: number
  all(): Iterable<Concept>
  /** Throws for an unknown id: a rule that names one is a mistake in the program. */
  concept(id: string): Concept
  find(id: string): Concept | undefined
  byCoco(label: string): Concept | undefined
  byImageNet(index: number): Concept | undefined
  bySynset(synset: string): Concept | undefined
  /** By name or synonym, ignoring case; a name wins over a synonym. */
  byName(word: string): Concept | undefined
  /** Every broader concept once, nearest first. */
  ancestors(id: string): readonly Concept[]
  /** True if the concept is `ancestor` or a kind of it. */
  isA(id: string, ancestor: string): boolean
}

/** Opens the concepts under `resources/vocabulary`; throws `file-unreadable` if they are damaged. */
export function openVocabulary(resourcesDir: string): Vocabulary {
  return createVocabulary(readConceptRows(resourcesDir))
}

/** Builds the lookups over a list of concepts; throws if a parent is missing or a chain is circular. */
export function createVocabulary(rows: readonly Concept[]): Vocabulary {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const chains = new Map(rows.map((row) => [row.id, chainOf(row, byId)]))
  const byCoco = new Map(rows.flatMap((row) => (row.coco ? [[row.coco, row]] : [])))
  const byImageNet = new Map(rows.flatMap((row) => row.imagenet.map((index) => [index, row])))
  const bySynset = new Map(rows.flatMap((row) => (row.synset ? [[row.synset, row]] : [])))
  const byName = namesOf(rows)
  const concept = (id: string) => {
    const found = byId.get(id)
    if (!found) throw new Error(`The vocabulary has no concept "${id}".`)
    return found
  }
  return {
    size: rows.length,
    all: () => rows,
    concept,
    find: (id) => byId.get(id),
    byCoco: (label) => byCoco.get(label),
    byImageNet: (index) => byImageNet.get(index),
    bySynset: (synset) => bySynset.get(synset),
    byName: (word) => byName.get(word.toLowerCase()),
    ancestors: (id) => chains.get(id) ?? [],
    isA: (id, ancestor) => id === ancestor || (chains.get(id) ?? []).some((above) => above.id === ancestor),
  }
}

function namesOf(rows: readonly Concept[]): Map<string, Concept> {
  const names = new Map<string, Concept>()
  for (const row of rows) for (const synonym of row.synonyms) names.set(synonym.toLowerCase(), row)
  for (const row of rows) names.set(row.name.toLowerCase(), row)
  return names
}

/** Breadth first, so that the nearest broader concepts come first. */
function chainOf(start: Concept, byId: ReadonlyMap<string, Concept>): Concept[] {
  const chain: Concept[] = []
  const waiting = [...start.parents]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const parent = byId.get(id)
    if (!parent) throw new Error(`The vocabulary's concept "${start.id}" has an unknown parent "${id}".`)
    if (parent === start) throw new Error(`The vocabulary's concept "${start.id}" is its own ancestor.`)
    if (chain.includes(parent)) continue
    chain.push(parent)
    waiting.push(...parent.parents)
  }
  return chain
}
