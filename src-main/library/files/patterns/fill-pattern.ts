import { say } from '../../../contract/sentences/say.ts'
import { parse } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { type NameField, nameFields } from '../../../contract/library/files.ts'
import { joinParts, type NamePart } from '../../export/names/join-parts.ts'
import { safeName, withoutReserved } from '../../export/names/safe-name.ts'

/** Values for a name pattern of a photo. */
export type NameValues = {
  /** Name of its file, with the extension. */
  name: string
  original: string
  /** Wall-clock time `YYYY-MM-DDTHH:MM:SS`, or null. */
  takenAt: string | null
  rating: number
  camera: string
  title: string
  /** Name of the photo's folder. */
  folder: string
  counter: number
}

const FIELD = /\{([a-z]+)(?::(\d))?\}/gu
/** Anything in braces, so that a typo is reported and not written into a thousand names. */
const BRACES = /\{[^{}]*\}?|\}/gu
const COUNTER_DIGITS = 3

const stemOf = (name: string) => parse(name).name
const partOf = (from: number, to: number) => (values: NameValues) => values.takenAt?.slice(from, to) ?? 'undated'

const fields: Readonly<Record<NameField, (values: NameValues, digits: number) => string>> = {
  name: ({ name }) => stemOf(name),
  original: ({ original }) => stemOf(original),
  date: partOf(0, 10),
  time: ({ takenAt }) => takenAt?.slice(11, 19).replaceAll(':', '') ?? 'undated',
  year: partOf(0, 4),
  month: partOf(5, 7),
  day: partOf(8, 10),
  hour: partOf(11, 13),
  minute: partOf(14, 16),
  second: partOf(17, 19),
  counter: ({ counter }, digits) => String(counter).padStart(digits, '0'),
  camera: ({ camera }) => camera || 'unknown camera',
  title: ({ title, name }) => title.trim() || stemOf(name),
  rating: ({ rating }) => String(rating),
  folder: ({ folder }) => folder,
}

/** Throws `bad-params` for an unknown field, naming it. */
export function checkPattern(pattern: string): void {
  for (const [written] of pattern.matchAll(BRACES)) {
    const [, name = '', digits] = /^\{([a-z]+)(?::(\d))?\}$/u.exec(written) ?? []
    if (!Object.hasOwn(fields, name) || (digits !== undefined && (name !== 'counter' || digits === '0')))
      throw new AppError(
        'bad-params',
        say('errors.patternField', {
          written,
          known: nameFields.map((each) => `{${each}}`).join(', '),
          example: '{counter:4}',
        }),
      )
  }
}

/** Fields of any length. A name that is too long is shortened there, so that it keeps its counter. */
const freeFields: ReadonlySet<NameField> = new Set<NameField>(['name', 'original', 'camera', 'title', 'folder'])

/** Fills a checked pattern; the result is a name without extension that is valid on every system. */
export function fillPattern(pattern: string, values: NameValues): string {
  const parts: NamePart[] = []
  let from = 0
  for (const match of pattern.matchAll(FIELD)) {
    const field = match[1] as NameField
    const text = fields[field](values, match[2] === undefined ? COUNTER_DIGITS : Number(match[2]))
    parts.push({ text: pattern.slice(from, match.index), isFree: false })
    parts.push({ text: withoutReserved(text), isFree: freeFields.has(field) })
    from = match.index + match[0].length
  }
  return safeName(joinParts([...parts, { text: pattern.slice(from), isFree: false }])) || 'photo'
}

/** Fills a checked pattern of folders: a name for each part between `/`; empty parts are left out. */
export const fillFolders = (pattern: string, values: NameValues): string[] =>
  pattern
    .split(/[/\\]/u)
    .filter((part) => part.trim() !== '')
    .map((part) => fillPattern(part, values))

/** Throws `bad-params` for a name that is not valid on every system, and suggests one that is. */
export function requireSafeName(name: string): string {
  const plain = name.trim()
  const safe = safeName(plain) || 'photo'
  if (plain === safe) return plain
  throw new AppError('bad-params', say('errors.nameUnsafe', { name: plain, safe }))
}
