import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../src-main/contract/analysis/language.ts'
import { openTagNames } from '../../src-main/library/languages/open-tag-names.ts'
import { withBreaks } from '../../src-main/library/search/columns/slices.ts'
import { lexiconOf } from '../../src-main/library/search/reading/lexicon.ts'
import { readDescription } from '../../src-main/library/search/reading/read-description.ts'
import { repositoryDir, resourcesDir } from '../fixtures/folders.ts'
import { Figures } from './million/figures.ts'
import { measure, measureMany } from './million/measure.ts'

/**
 * The words of a language are made for the first sentence of a process, with breaks for other work; then sentences are
 * read, and a word is looked for in all languages, which a search does: `node test/bench/sentences-bench.ts`.
 */
const PLACES = 1000
const TODAY = '2024-10-15'
const LANGUAGES = ['fi', 'ar', 'zh_chs', 'tr', 'pl'] as const satisfies readonly Language[]

const file = join(repositoryDir, 'test/eval/third-sentences.json')
const { sentences } = JSON.parse(readFileSync(file, 'utf8')) as { sentences: Record<string, { text: string }[]> }
const own = {
  people: ['Anna Berg'],
  places: Array.from({ length: PLACES }, (_, i) => `Place ${i}`),
  tags: [],
  cameras: [],
}
const names = openTagNames(resourcesDir)
const figures = new Figures()

for (const language of LANGUAGES) {
  const lexicon = await measure(figures, `the words of ${language}`, null, async () => {
    const words = await withBreaks(lexiconOf(language, names), () => true)
    return withBreaks(words!.with(own), () => true)
  })
  const texts = sentences[language]!.map(({ text }) => text)
  const read = async (turn: number) =>
    readDescription(texts[turn % texts.length]!, { lexicon: lexicon!, names, today: TODAY })
  await measureMany(figures, { name: `  a sentence of ${language}`, limit: 20, runs: 50 }, read)
}
await measure(figures, 'a word in all languages', null, () => withBreaks(names.elsewhere('gato'), () => true))
figures.end()
