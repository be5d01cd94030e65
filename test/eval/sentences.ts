import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Language } from '../../src-main/contract/analysis/language.ts'
import { readDate } from '../../src-main/contract/library/search/dates.ts'
import type { FieldNode, SearchNode } from '../../src-main/contract/library/search/nodes.ts'
import { openTagNames } from '../../src-main/library/languages/open-tag-names.ts'
import { countryNames } from '../../src-main/library/places/rows/country-names.ts'
import { atOnce } from '../../src-main/library/search/columns/slices.ts'
import { lexiconOf } from '../../src-main/library/search/reading/lexicon.ts'
import { readDescription } from '../../src-main/library/search/reading/read-description.ts'
import { repositoryDir, resourcesDir } from '../fixtures/folders.ts'
import { figure, type Figure, type ModelSet } from './figures.ts'

/**
 * Sentences that a person may type, and the correct chips: `field:value` or a comparison, a concept of the vocabulary
 * for a tag, days as numbers, `-` before exclusions, `|` between alternatives, `?` before an unknown word. The order does
 * not matter; nor do things related to a tag, which follow it.
 */
type Truth = {
  today: string
  people: string[]
  cities: string[]
  countries: string[]
  sentences: Record<string, { text: string; chips: string }[]>
}

/** Thirty in each of ten languages, and a few in each of the others, kept apart so that figures stay comparable. */
const SETS = [
  { file: 'sentences.json', title: 'sentences all right' },
  { file: 'more-sentences.json', title: 'sentences of other languages all right' },
  { file: 'third-sentences.json', title: 'a third set all right' },
  { file: 'fourth-sentences.json', title: 'a fourth set all right' },
  { file: 'fifth-sentences.json', title: 'a fifth set all right' },
  { file: 'sixth-sentences.json', title: 'a sixth set all right' },
  { file: 'seventh-sentences.json', title: 'a seventh set, of days, all right' },
  { file: 'eighth-sentences.json', title: 'an eighth set, of feasts and weeks, all right' },
]

/**
 * The share of sentences of each language with exactly the correct chips; the wrong ones are printed. No model is
 * involved: it is measured once.
 */
export function evaluateSentences({ name }: Pick<ModelSet, 'name'>): Figure[] {
  if (name !== 'bundled') return []
  return SETS.flatMap(({ file, title }) => {
    const truth = JSON.parse(readFileSync(join(repositoryDir, 'test/eval', file), 'utf8')) as Truth
    return evaluateSet(truth, title)
  })
}

function evaluateSet(truth: Truth, title: string): Figure[] {
  const names = openTagNames(resourcesDir)
  const figures: Figure[] = []
  const all: boolean[] = []
  for (const [code, sentences] of Object.entries(truth.sentences)) {
    const language = Language.parse(code)
    const places = [...truth.cities, ...truth.countries.map(countryNames(language))]
    const lexicon = atOnce(
      atOnce(lexiconOf(language, names)).with({ people: truth.people, places, tags: [], cameras: [] }),
    )
    const right = sentences.map(({ text, chips }) => {
      const { plain, unread } = readDescription(text, { lexicon, names, today: truth.today })
      const write = (node: SearchNode) => writeNode(node, truth.today)
      const found = [...plain.map(write), ...unread.map((each) => `?${each.text}`)].toSorted()
      const wanted = chips.split(' ').map((chip) => writeWanted(chip, truth.today, names.about))
      const isRight = found.join(' ') === wanted.toSorted().join(' ')
      if (!isRight) console.log(`${code}: ${text}\n    wanted ${wanted.join(' ')}\n    found  ${found.join(' ')}`)
      return isRight
    })
    all.push(...right)
    figures.push(figure(`${title}, ${code}`, 'any', share(right), { note: `of ${right.length}` }))
  }
  return [...figures, figure(title, 'any', share(all), { least: 0.85, note: `of ${all.length}` })]
}

const share = (right: readonly boolean[]): number => right.filter(Boolean).length / right.length

function writeNode(node: SearchNode, today: string): string {
  if (node.type === 'not') return `-${writeNode(node.node, today)}`
  if (node.type === 'any') return node.nodes.map((each) => writeNode(each, today)).join('|')
  if (node.type === 'all') return `(${node.nodes.map((each) => writeNode(each, today)).join(' ')})`
  return node.type === 'field' ? writeField(node, today) : node.text
}

function writeField({ field, comparison, values }: FieldNode, today: string): string {
  return values
    .map((value) => (field === 'date' ? daysOf(value, comparison, today) : `${field}${comparison}${value}`))
    .join('|')
}

/** Both notations of days, in a comparable form. */
const daysOf = (value: string, comparison: FieldNode['comparison'], today: string): string =>
  `date ${JSON.stringify(readDate(value, comparison, today))}`

function writeWanted(chip: string, today: string, about: (concept: string) => { name: string }): string {
  if (chip.startsWith('?')) return chip
  if (chip.startsWith('-')) return `-${writeWanted(chip.slice(1), today, about)}`
  const parts = chip.split('|')
  if (parts.length > 1) return parts.map((part) => writeWanted(part, today, about)).join('|')
  const [, field = '', comparison = ':', value = ''] = /^(\w+?)(:|>=|<=|<|>)(.+)$/.exec(chip) ?? []
  if (field === 'date') return daysOf(value, comparison as FieldNode['comparison'], today)
  return `${field}${comparison}${field === 'tag' ? about(value).name : value}`
}

if (import.meta.main) console.table(evaluateSentences({ name: 'bundled' }))
