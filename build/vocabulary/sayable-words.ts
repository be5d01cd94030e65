import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { personalCategories } from '../../src-main/analysis/categories/rate-personal.ts'
import { nameableConcepts } from '../../src-main/analysis/tags/nameable-concepts.ts'
import { categoryNameId, colorNameId } from '../../src-main/analysis/vocabulary/names.ts'
import { openVocabulary } from '../../src-main/analysis/vocabulary/vocabulary.ts'
import { languages, type Language } from '../../src-main/contract/analysis/language.ts'
import { handMadeOnly } from './cldr-names.ts'

const Palette = z.object({ colors: z.record(z.string(), z.unknown()) })

/**
 * Ids of every word that the program can say about a photo by itself: the concepts of all models, heads and rules, the
 * categories and their verdicts, and the base colours of the palette.
 */
export function sayableWords(resourcesDir: string): string[] {
  const palette = Palette.parse(JSON.parse(readFileSync(join(resourcesDir, 'palettes/lumafold-250.json'), 'utf8')))
  return [
    ...new Set([
      ...nameableConcepts(openVocabulary(resourcesDir)).keys(),
      ...[...personalCategories, 'nsfw', 'safe'].map(categoryNameId),
      ...Object.keys(palette.colors).map(colorNameId),
    ]),
  ]
}

/** The 45 languages that CLDR covers, English among them: every word has a name in each. */
export const coveredLanguages: readonly Language[] = languages
  .map(({ code }) => code)
  .filter((code) => !handMadeOnly.includes(code))
