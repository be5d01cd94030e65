import { AppError } from '../../contract/errors.ts'
import { type Keyword, KeywordName, LEVEL_SEPARATOR, MAX_KEYWORD_NAME } from '../../contract/library/keywords.ts'
import { say } from '../../contract/sentences/say.ts'
import type { SentenceKey } from '../../contract/sentences/sentences.ts'
import { levelsOf, nameOf } from '../metadata/plan/keyword-names.ts'

/** A line of a list with the synonyms below it. */
export type ListedKeyword = { name: string; synonyms: string[]; isExported: boolean }

type Line = { level: number; text: string; number: number }

/**
 * Reads a list in Lightroom's format: a keyword per line, one tab for each level, synonyms in `{}` one level below
 * their keyword, and keywords that only group others in `[]`. Throws `bad-params` with the number of the wrong line.
 */
export function parseKeywordList(text: string): ListedKeyword[] {
  const listed = new Map<string, ListedKeyword>()
  const place: ListedKeyword[] = []
  for (const line of linesOf(text)) {
    const synonym = within(line.text, '{', '}')
    const category = within(line.text, '[', ']')
    if (line.level > place.length) throw wrong(line, 'keywords.listIndented')
    const above = place[line.level - 1]
    if (synonym !== null) {
      if (above === undefined) throw wrong(line, 'keywords.listSynonym')
      above.synonyms.push(synonym)
      continue
    }
    const name = nameBelow(above, category ?? line.text, line)
    const known = listed.get(name) ?? { name, synonyms: [], isExported: category === null }
    listed.set(name, known)
    place.splice(line.level, Infinity, known)
  }
  return [...listed.values()]
}

function* linesOf(text: string): Generator<Line> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [at, line] of lines.entries()) {
    const level = /^\t*/.exec(line)![0].length
    if (line.trim() !== '') yield { level, text: line.trim(), number: at + 1 }
  }
}

const within = (text: string, open: string, close: string): string | null =>
  text.startsWith(open) && text.endsWith(close) ? text.slice(1, -1).trim() || null : null

/** A `/` within a level is no separator; no level is empty, so a name can only be too long. */
function nameBelow(above: ListedKeyword | undefined, level: string, line: Line): string {
  const name = KeywordName.safeParse((above === undefined ? '' : above.name + LEVEL_SEPARATOR) + nameOf([level]))
  if (!name.success) throw wrong(line, 'keywords.listTooLong')
  return name.data
}

const wrong = ({ number, text }: Line, key: SentenceKey) =>
  new AppError('bad-params', say(key, { line: number, text: text.slice(0, 60), most: MAX_KEYWORD_NAME }))

/** The tree as such a list; each keyword must be followed by those below it. */
export function printKeywordList(keywords: readonly Keyword[]): string {
  return keywords
    .flatMap(({ name, synonyms, isExported }) => {
      const levels = levelsOf(name)
      const indent = '\t'.repeat(levels.length - 1)
      const leaf = levels.at(-1)!
      return [indent + (isExported ? leaf : `[${leaf}]`), ...synonyms.map((synonym) => `${indent}\t{${synonym}}`)]
    })
    .map((line) => `${line}\n`)
    .join('')
}
