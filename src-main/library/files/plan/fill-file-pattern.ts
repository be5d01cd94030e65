import { say } from '../../../contract/sentences/say.ts'
import { parse } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { type NameField, nameFields } from '../../../contract/library/files.ts'
import { fillFields } from '../../file-names/fill-fields.ts'
import { safeName } from '../../file-names/safe-name.ts'

/** Values for a name pattern of a photo. */
export type FileNameValues = {
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
const partOf = (from: number, to: number) => (values: FileNameValues) => values.takenAt?.slice(from, to) ?? 'undated'

const fields: Readonly<Record<NameField, (values: FileNameValues, digits: number) => string>> = {
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
export function checkFilePattern(pattern: string): void {
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
export function fillFilePattern(pattern: string, values: FileNameValues): string {
  const name = fillFields(pattern, FIELD, ({ 1: name, 2: digits }) => {
    const field = name as NameField
    return {
      text: fields[field](values, digits === undefined ? COUNTER_DIGITS : Number(digits)),
      isFree: freeFields.has(field),
    }
  })
  return safeName(name) || 'photo'
}

/** Fills a checked pattern of folders: a name for each part between `/`; empty parts are left out. */
export const fillFolders = (pattern: string, values: FileNameValues): string[] =>
  pattern
    .split(/[/\\]/u)
    .filter((part) => part.trim() !== '')
    .map((part) => fillFilePattern(part, values))
