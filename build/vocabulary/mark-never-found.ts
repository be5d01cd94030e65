/**
 * Marks the concepts of `resources/vocabulary/concepts.json` without any evidence with `neverFound`, and removes the
 * mark from all others. Unchanged lines stay as they are.
 *
 * node build/vocabulary/mark-never-found.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameableConcepts } from '../../src-main/analysis/tags/nameable-concepts.ts'
import { openVocabulary } from '../../src-main/analysis/vocabulary/vocabulary.ts'

const resourcesDir = join(import.meta.dirname, '../../resources')
const file = join(resourcesDir, 'vocabulary/concepts.json')
const sayable = nameableConcepts(openVocabulary(resourcesDir))

function mark(line: string): string {
  const id = /^\{"id":"([a-z0-9-]+)"/.exec(line)?.[1]
  if (id === undefined) return line
  const plain = line.replace(',"neverFound":true', '')
  return sayable.has(id) ? plain : plain.replace(/\}(,?)$/, ',"neverFound":true}$1')
}

writeFileSync(file, readFileSync(file, 'utf8').split('\n').map(mark).join('\n'))
process.stdout.write(`${sayable.size} concepts can be said\n`)
