import type { Text } from '../../../contract/sentences/text.ts'
import type { WrittenDate } from '../../../contract/library/search/bare-dates.ts'
import type { ExplainedTerm, SearchExplanation } from '../../../contract/library/search/explanation.ts'
import { searchFields } from '../../../contract/library/search/fields.ts'
import type { FieldNode, LeafNode, SearchNode, Span } from '../../../contract/library/search/nodes.ts'
import { parse, type ParsedSearch } from '../../../contract/library/search/parse.ts'
import { problemAt, type SearchProblem } from '../../../contract/library/search/problems.ts'
import { readSentence } from '../../../contract/library/search/sentence.ts'
import { foreign, say } from '../../../contract/sentences/say.ts'
import { type Bits, countBits, countBoth, intersect, subtract } from '../columns/bits.ts'
import type { Slices } from '../columns/slices.ts'
import { takenOn } from './date.ts'
import { findAsWords, findNode, findReading, type Reading, readNodes } from './text.ts'
import type { FilterSource } from './filter.ts'

type Explained = Omit<SearchExplanation, 'total'>

/** How a text is understood: each word, phrase and field with the photos of a set that it finds, and the problems. */
export const explainText = (source: FilterSource, text: string, photos: Bits): Slices<Explained> =>
  new Explainer(source, text, photos).explain()

class Explainer {
  readonly #source: FilterSource
  readonly #text: string
  readonly #photos: Bits
  readonly #parsed: ParsedSearch
  readonly #terms: ExplainedTerm[] = []
  readonly #problems: SearchProblem[]

  constructor(source: FilterSource, text: string, photos: Bits) {
    this.#source = source
    this.#text = text
    this.#photos = photos
    this.#parsed = parse(text, source.terms.findField)
    this.#problems = [...this.#parsed.problems]
  }

  *explain(): Slices<Explained> {
    yield* this.#explainAll(this.#parsed.terms, false)
    const problems = this.#problems.toSorted((a, b) => a.from - b.from)
    return { terms: this.#terms, problems, withoutOne: yield* this.#withoutOne() }
  }

  /** If nothing fits all terms: those without which something does. Each term is searched once. */
  *#withoutOne(): Slices<SearchExplanation['withoutOne']> {
    const nodes = this.#parsed.terms.filter((node) => node.type !== 'field' || node.field !== searchFields.fits.name)
    const parts: { found: Bits; span: Span }[] = []
    for (const reading of yield* readNodes(nodes, this.#source)) {
      const found = yield* findReading(this.#source, reading)
      const span = this.#spanOf(reading.kind === 'node' ? [reading.node] : reading.words)
      if (found !== null) parts.push({ found, span })
    }
    const withAllBut = (left: number | null) => {
      const photos = this.#photos.slice()
      for (const [place, { found }] of parts.entries()) if (place !== left) intersect(photos, found)
      return countBits(photos)
    }
    if (parts.length < 2 || withAllBut(null) > 0) return []
    return parts
      .map(({ span }, place) => ({
        ...span,
        text: this.#text.slice(span.from, span.to),
        count: withAllBut(place),
      }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
  }

  *#explainAll(nodes: readonly SearchNode[], isNegated: boolean): Slices<void> {
    for (const reading of yield* readNodes(nodes, this.#source)) {
      if (reading.kind !== 'node') yield* this.#explainWords(reading, isNegated)
      else yield* this.#explainNode(reading.node, isNegated)
    }
  }

  *#explainNode(node: SearchNode, isNegated: boolean): Slices<void> {
    if (node.type === 'not') yield* this.#explainAll([node.node], !isNegated)
    else if (node.type === 'all') yield* this.#explainAll(node.nodes, isNegated)
    else if (node.type === 'any') yield* this.#explainAlternatives(node, isNegated)
    else yield* this.#explainLeaf(node, isNegated)
  }

  /** Where one alternative finds photos, it is no news that another finds none. */
  *#explainAlternatives(node: Extract<SearchNode, { type: 'any' }>, isNegated: boolean): Slices<void> {
    const before = this.#problems.length
    for (const each of node.nodes) yield* this.#explainAll([each], isNegated)
    if (this.#count(yield* findNode(this.#source, node)) === 0) return
    const others = this.#problems.splice(before).filter(({ code }) => code !== 'no-match')
    this.#problems.push(...others)
  }

  *#explainLeaf(node: LeafNode, isNegated: boolean): Slices<void> {
    const span = this.#spanOf([node])
    const count = this.#count(yield* findNode(this.#source, node))
    const isField = node.type === 'field'
    const meaning = isField
      ? say('search.meansField', { name: node.field, sign: node.comparison, choices: node.values.map(foreign) })
      : say('search.meansWords', { text: node.text })
    if (isField) this.#explainSentences(node, span)
    this.#add(span, { field: isField ? node.field : null, isNegated, count, parts: [{ meaning, count }] })
  }

  /** A sentence that nothing on this machine understands is reported, and finds nothing. */
  #explainSentences({ field, values }: FieldNode, span: Span): void {
    const { terms, sentences } = this.#source
    if (terms.byField.get(field)?.field.kind !== 'sentence') return
    for (const value of values) {
      const problem = sentences.problemOf(readSentence(value)?.sentence ?? '')
      if (problem !== null) this.#problems.push(problemAt(this.#text, span, 'not-installed', problem))
    }
  }

  *#explainWords(reading: Exclude<Reading, { kind: 'node' }>, isNegated: boolean): Slices<void> {
    const span = this.#spanOf(reading.words)
    const all = yield* findReading(this.#source, reading)
    const count = this.#count(all)
    const written = reading.words.map(({ text }) => text).join(' ')
    const named = say('search.meansWords', { text: written })
    if (reading.kind === 'date') {
      const taken = takenOn(this.#source.index, [reading.meaning])
      const first = this.#count(taken)
      if (all !== null) subtract(all, taken)
      const parts = [
        { meaning: describeDate(reading.meaning), count: first },
        { meaning: named, count: this.#count(all) },
      ]
      return this.#add(span, { field: null, isNegated, count, parts })
    }
    const { meanings, tags } = reading.found
    if (tags.size > 0) {
      const asWords = this.#count(yield* findAsWords(this.#source, reading.words))
      const parts = [
        { meaning: named, count: asWords },
        { meaning: say('search.meansTag', { meanings: meanings.map(foreign) }), count: count - asWords },
      ]
      return this.#add(span, { field: null, isNegated, count, parts })
    }
    if (!this.#source.isLanguageChosen)
      this.#problems.push(
        problemAt(
          this.#text,
          span,
          'other-language',
          say('search.severalMeanings', { text: written, meanings: meanings.join(', ') }),
        ),
      )
    this.#add(span, { field: null, isNegated, count, parts: [{ meaning: named, count }] })
  }

  #add(span: Span, term: Omit<ExplainedTerm, 'from' | 'to' | 'text'>): void {
    const text = this.#text.slice(span.from, span.to)
    this.#terms.push({ ...span, text, ...term })
    const isReported = this.#problems.some(({ from, to }) => from < span.to && to > span.from)
    if (term.count === 0 && !isReported && !(term.isNegated && this.#isChecked(term.field)))
      this.#problems.push(problemAt(this.#text, span, 'no-match', describeNothing(text, term.field)))
  }

  /** Whether a field has known values: excluding one that nobody has is then no mistake. */
  #isChecked(name: string | null): boolean {
    const kind = this.#source.terms.byField.get(name ?? '')?.field.kind
    return kind !== undefined && kind !== 'text' && kind !== 'name'
  }

  #spanOf(nodes: readonly SearchNode[]): Span {
    const spans = nodes.flatMap((node) => this.#parsed.spans.get(node) ?? [])
    return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 }
  }

  #count(found: Bits | null): number {
    return found === null ? 0 : countBoth(found, this.#photos)
  }
}

/** Reports that a term finds nothing; except colours, written in numbers that nobody reads. */
const describeNothing = (text: string, field: string | null): Text =>
  field === 'color' ? say('search.noSuchColors') : say('search.noPhoto', { text })

/** The days that a date means. */
function describeDate(meaning: WrittenDate['meaning']): Text {
  if ('from' in meaning) {
    const { from, to } = meaning
    if (from === null) return say('search.takenUntil', { to: to ?? '' })
    if (from === to) return say('search.takenOn', { day: from })
    return to === null ? say('search.takenSince', { from }) : say('search.takenBetween', { from, to })
  }
  const { months, day } = meaning
  if (day === null) return say('search.takenInMonths', { months: months.map((month) => foreign(String(month))) })
  const days = months.map((month) => foreign([month, day].map((part) => String(part).padStart(2, '0')).join('-')))
  return say('search.takenOnDay', { days })
}
