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

/** A hand-made name. `name` is undefined if the concept must stay English; `isSure` is false until a speaker agrees. */
type HandMade = { name: string | undefined; isSure: boolean }

/**
 * Hand-made names of one language by concept: lines `concept = name`. `-` instead of a name leaves English: a wrong word
 * is worse. ` ?` after a name marks one that the writer was not sure of.
 */
export function readHandMade(file: string): Map<string, HandMade> {
  const names = new Map<string, HandMade>()
  for (const line of lines(join('hand-made', `${file}.txt`))) {
    if (comment(line)) continue
    const [id, text, more] = line.split(' = ')
    if (!id || !text || more !== undefined) throw new Error(`${file}.txt: "${line}" is not "concept = name".`)
    if (names.has(id)) throw new Error(`${file}.txt names "${id}" twice.`)
    const name = text.replace(/ \?$/, '').trim()
    names.set(id, { name: name === '-' ? undefined : name, isSure: !text.endsWith(' ?') })
  }
  return names
}

/** The file under `hand-made` that holds a language's names: two languages are a second script of another. */
export function handMadeFile(code: string): string {
  const scripts: Readonly<Record<string, string>> = { sr_cyrl: 'sr', sr_latn: 'sr', tlh_qaak: 'tlh' }
  return scripts[code] ?? code
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
