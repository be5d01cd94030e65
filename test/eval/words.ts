import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameableConcepts } from '../../src-main/analysis/tags/nameable-concepts.ts'
import { openVocabulary, type Concept } from '../../src-main/analysis/vocabulary/vocabulary.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { isShown } from './analyse-coco.ts'
import { figure, printFigures, type Figure, type ModelSet } from './figures.ts'
import { isOdd, listKinds } from './kinds-photos.ts'
import { listLabelled } from './labelled.ts'
import { createTagPhoto } from './tag-photo.ts'

/** Photos, by the numbers in their names, on which a person judged a word correct or wrong. */
type Verdicts = Record<string, { right: string[]; wrong: string[] }>
type Seen = { number: string; shows: readonly string[]; unsure: readonly string[]; shown: ReadonlySet<string> }
type Verdict = 'right' | 'wrong' | 'open'

const vocabulary = openVocabulary(resourcesDir)
const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as unknown

/** The everyday words, with the concept of each if the vocabulary has one. */
function everydayWords(): { word: string; concept: Concept | undefined }[] {
  const { words } = read('everyday-words.json') as { words: Record<string, string[]> }
  return Object.values(words)
    .flat()
    .map((word) => ({ word, concept: vocabulary.byName(word) }))
}

/** The odd photos of `kinds` and all of coco128, with their known content. */
async function seePhotos({ models }: ModelSet): Promise<Seen[]> {
  const tagPhoto = createTagPhoto(models)
  const shownOn = async (path: string) => new Set((await tagPhoto(path)).filter(isShown).map(({ concept }) => concept))
  const seen: Seen[] = []
  for (const { name, path, shows, unsure } of listKinds().filter(isOdd))
    seen.push({ number: name.slice(0, 5), shows, unsure, shown: await shownOn(path) })
  for (const { path, labels } of listLabelled())
    seen.push({ number: numberOf(path), shows: labels, unsure: [], shown: await shownOn(path) })
  return seen
}

const numberOf = (path: string) => String(Number.parseInt(path.split('/').at(-1)!, 10))

/** COCO's 80 names are judged by the labels, all other words by the notes about each photo. */
function judge({ number, shows, unsure }: Seen, { id, coco }: Concept, verdicts: Verdicts): Verdict {
  if (coco !== undefined && shows.includes(coco)) return 'right'
  const { right = [], wrong = [] } = verdicts[id] ?? {}
  if (wrong.includes(number)) return 'wrong'
  if (right.includes(number)) return 'right'
  return coco === undefined || unsure.includes(coco) ? 'open' : 'wrong'
}

/**
 * How many of 129 everyday words can be found at all, by which means, and how often each is wrong. An unjudged word
 * counts as neither.
 */
export async function evaluateWords(set: ModelSet): Promise<Figure[]> {
  const seen = await seePhotos(set)
  if (seen.length === 0) return []
  const verdicts = read('words-judged.json') as Verdicts
  const sayable = nameableConcepts(vocabulary, set.name)
  const words = everydayWords()
  const nameable = words.filter(({ concept }) => concept !== undefined && sayable.has(concept.id))
  const unsaid = words.filter((each) => !nameable.includes(each)).map(({ word }) => word)
  const rows = nameable.map(({ word, concept }) => ({
    word,
    by: sayable.get(concept!.id)!.join(', '),
    ...countVerdicts(seen, concept!, verdicts),
  }))
  console.table(rows)
  const sum = (of: 'shown' | 'wrong' | 'open') => rows.reduce((total, row) => total + row[of], 0)
  return [
    figure('words: of 129 everyday words, those that can be said', set.name, nameable.length, {
      ...(set.name === 'standard' ? { least: 100 } : {}),
      note: `not: ${unsaid.join(', ')}`,
    }),
    figure('words: shown of them, share wrong', set.name, sum('wrong') / (sum('shown') - sum('open')), {
      most: 0.15,
      note: `${sum('wrong')} of ${sum('shown')}, ${sum('open')} not judged, on ${seen.length} photos`,
    }),
    figure('words: largest share of photos on which one word is wrong', set.name, largestShare(rows, seen.length), {
      most: 0.04,
    }),
  ]
}

function countVerdicts(seen: readonly Seen[], concept: Concept, verdicts: Verdicts) {
  const shown = seen.filter((photo) => photo.shown.has(concept.id))
  const judged = (verdict: Verdict) => shown.filter((photo) => judge(photo, concept, verdicts) === verdict)
  const wrong = judged('wrong')
  return {
    shown: shown.length,
    wrong: wrong.length,
    open: judged('open').length,
    falseAlarms: `${((100 * wrong.length) / seen.length).toFixed(1)} %`,
    on: wrong
      .map(({ number }) => number)
      .slice(0, 12)
      .join(' '),
  }
}

const largestShare = (rows: readonly { wrong: number }[], photos: number) =>
  Math.max(...rows.map(({ wrong }) => wrong)) / photos

if (import.meta.main) await printFigures(evaluateWords)
