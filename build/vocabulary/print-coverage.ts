/** Prints how many concepts have a name in each language; writes nothing. */
import { join } from 'node:path'
import { languages } from '../../src-main/contract/analysis/language.ts'
import { openNames } from '../../src-main/analysis/vocabulary/names.ts'
import { readConceptRows } from '../../src-main/analysis/vocabulary/vocabulary-file.ts'
import { mustHaves } from './must-haves.ts'

const resources = join(import.meta.dirname, '../../resources')
const names = openNames(resources)
const vocabulary = readConceptRows(resources)
  .filter((row) => !row.group)
  .map((row) => row.id)
const objects = readConceptRows(resources)
  .filter((row) => row.coco)
  .map((row) => row.id)
const needed = mustHaves(resources)
const share = (ids: readonly string[], named: ReadonlySet<string>) =>
  `${ids.filter((id) => named.has(id)).length}/${ids.length}`
const line = (...cells: string[]) =>
  process.stdout.write(
    `${cells
      .map((cell, at) => cell.padEnd([9, 22, 12, 12, 12, 12][at] ?? 0))
      .join(' ')
      .trimEnd()}\n`,
  )

line('code', 'language', 'must-haves', 'objects', 'vocabulary', 'all names')
for (const { code, english } of languages) {
  const named = names.namedIn(code)
  line(code, english, share(needed, named), share(objects, named), share(vocabulary, named), String(named.size))
}
process.stdout.write(
  '\nMust-haves: the 80 object classes, categories, base colours and kinds of picture. What a language lacks is shown in English.\n',
)
for (const { code } of languages) {
  const lacking = needed.filter((id) => !names.namedIn(code).has(id))
  if (lacking.length > 0 && lacking.length < 30) process.stdout.write(`${code} lacks: ${lacking.join(', ')}\n`)
}
