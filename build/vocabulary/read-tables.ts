import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const lines = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
const comment = (line: string) => line.startsWith('#')

/** Concept id to the character whose CLDR short name has its meaning. */
export function readCharacters(): Map<string, string> {
  return new Map(
    lines('cldr-characters.txt')
      .filter((line) => !comment(line))
      .map((line) => {
        const [id, character] = line.split(' ')
        if (!id || !character) throw new Error(`cldr-characters.txt: "${line}" is not "concept character".`)
        return [id, character]
      }),
  )
}

/** Hand-made names by concept, then by language. The first line names the columns; `-` is a name nobody was sure of. */
export function readHandMade(file: string): Map<string, Map<string, string>> {
  const [head = '', ...rows] = lines(join('hand-made', file))
  const columns = head.replace('# ', '').split(' | ').slice(1)
  return new Map(
    rows.map((row) => {
      const [id = '', ...cells] = row.split(' | ')
      if (cells.length !== columns.length)
        throw new Error(`${file}: "${id}" has ${cells.length} names for ${columns.length} languages.`)
      return [
        id,
        new Map(cells.flatMap((cell, at) => (cell === '-' ? [] : [[columns[at] ?? '', cell.trim()] as const]))),
      ]
    }),
  )
}

/** Names of one language by concept: lines `concept = name`. */
export function readWordList(file: string): Map<string, string> {
  return new Map(
    lines(join('hand-made', file))
      .filter((line) => !comment(line))
      .map((line) => {
        const [id, name] = line.split(' = ')
        if (!id || !name) throw new Error(`${file}: "${line}" is not "concept = name".`)
        return [id.trim(), name.trim()]
      }),
  )
}

/** Replacements of CLDR's names, by concept and language; `undefined` if the concept must stay English there. */
export function readCorrections(): Map<string, Map<string, string | undefined>> {
  return new Map(
    lines('corrections.txt')
      .filter((line) => !comment(line))
      .map((line) => {
        const [id = '', list = ''] = line.split(' | ')
        return [
          id,
          new Map(
            list.split('; ').map((part) => {
              const [code = '', name = ''] = part.split('=')
              return [code.trim(), name === '-' ? undefined : name] as const
            }),
          ),
        ]
      }),
  )
}
