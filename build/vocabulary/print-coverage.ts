/** Prints how many words have a name in each language, and which are English for want of one; writes nothing. */
import { join } from 'node:path'
import { languages } from '../../src-main/contract/analysis/language.ts'
import { openNames } from '../../src-main/analysis/vocabulary/names.ts'
import { readConceptRows } from '../../src-main/analysis/vocabulary/vocabulary-file.ts'
import { handMadeFile, readHandMade } from './read-tables.ts'
import { coveredLanguages, sayableWords } from './sayable-words.ts'

const resources = join(import.meta.dirname, '../../resources')
const names = openNames(resources)
const vocabulary = readConceptRows(resources).map((row) => row.id)
const sayable = sayableWords(resources)
const share = (ids: readonly string[], named: ReadonlySet<string>) =>
  `${ids.filter((id) => named.has(id)).length} of ${ids.length}`
const unsure = (code: string) => [...readHandMade(handMadeFile(code)).values()].filter(({ isSure }) => !isSure).length
const line = (...cells: string[]) =>
  process.stdout.write(
    `${cells
      .map((cell, at) => cell.padEnd([9, 22, 20, 14, 11][at] ?? 0))
      .join(' ')
      .trimEnd()}\n`,
  )

line('code', 'language', 'every sayable word', 'vocabulary', 'all names', 'unsure')
for (const { code, english } of languages) {
  const named = names.namedIn(code)
  line(code, english, share(sayable, named), share(vocabulary, named), String(named.size), String(unsure(code)))
}
const lacking = new Map(languages.map(({ code }) => [code, sayable.filter((id) => !names.namedIn(code).has(id))]))
const whole = coveredLanguages.filter((code) => lacking.get(code)?.length === 0)
process.stdout.write(
  `\nEvery sayable word is named in ${whole.length} of the ${coveredLanguages.length} languages that CLDR covers. ` +
    'What a language lacks is shown in English, and marked.\n',
)
for (const [code, ids] of lacking)
  if (ids.length > 0 && ids.length < 30) process.stdout.write(`${code} lacks: ${ids.join(', ')}\n`)
