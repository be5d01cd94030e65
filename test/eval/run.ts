import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../fixtures/folders.ts'
import { evaluateBarcodes } from './barcodes.ts'
import { evaluateChoices } from './choices.ts'
import { evaluateColors } from './colors.ts'
import { evaluateCrops } from './crops.ts'
import { evaluateCulling } from './culling.ts'
import { evaluateDistances } from './distances.ts'
import { evaluateDuplicates } from './duplicates.ts'
import { evaluateExpressions } from './expressions.ts'
import { evaluateFaces } from './faces.ts'
import { openModelSets, type Figure, type ModelSet } from './figures.ts'
import { evaluateKinds } from './kinds.ts'
import { evaluateMasks } from './masks.ts'
import { evaluateNsfw } from './nsfw.ts'
import { evaluatePeople } from './people.ts'
import { evaluateScenes } from './scenes.ts'
import { evaluateSensitive } from './sensitive.ts'
import { evaluateSentences } from './sentences.ts'
import { evaluateSets } from './sets.ts'
import { evaluateSharpness } from './sharpness.ts'
import { evaluateSimilar } from './similar.ts'
import { evaluateClassifiers } from './taggers.ts'
import { evaluateTags } from './tags.ts'
import { evaluateText } from './text.ts'
import { evaluateWords } from './words.ts'

/** Every part of the evaluation; a new one is a file that measures one set of models, and a line here. */
const parts: Record<string, (set: ModelSet) => Figure[] | Promise<Figure[]>> = {
  tags: evaluateTags,
  words: evaluateWords,
  kinds: evaluateKinds,
  faces: evaluateFaces,
  expressions: evaluateExpressions,
  people: evaluatePeople,
  scenes: evaluateScenes,
  crops: evaluateCrops,
  masks: evaluateMasks,
  colors: evaluateColors,
  sharpness: evaluateSharpness,
  culling: evaluateCulling,
  choices: evaluateChoices,
  similar: evaluateSimilar,
  distances: evaluateDistances,
  duplicates: evaluateDuplicates,
  sets: evaluateSets,
  taggers: evaluateClassifiers,
  nsfw: evaluateNsfw,
  sensitive: evaluateSensitive,
  barcodes: evaluateBarcodes,
  text: evaluateText,
  sentences: evaluateSentences,
}

const isReached = ({ value, least, most }: Figure) =>
  (least === undefined || value >= least) && (most === undefined || value <= most)

/**
 * Runs the parts named on the command line, or all; prints a table and writes `out/eval.json`. Slow parts measure a
 * sample of the photos, all of them with `--all`.
 */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  const figures: Figure[] = []
  for (const set of openModelSets()) {
    for (const [name, measure] of Object.entries(parts))
      if (names.length === 0 || names.includes(name)) figures.push(...(await measure(set)))
    await set.models.close()
  }
  console.table(
    figures.map((figure) => ({
      ...figure,
      goal: figure.least ?? figure.most ?? '',
      reached: isReached(figure) ? 'yes' : 'NO',
    })),
    ['what', 'set', 'value', 'goal', 'reached', 'note'],
  )
  mkdirSync(join(repositoryDir, 'out'), { recursive: true })
  writeFileSync(join(repositoryDir, 'out', 'eval.json'), `${JSON.stringify(figures, null, 1)}\n`)
}

await main(process.argv.slice(2).filter((argument) => argument !== '--all'))
