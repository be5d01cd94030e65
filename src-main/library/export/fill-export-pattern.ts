import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import { exportNameFields } from '../../contract/library/export-settings.ts'
import type { WantedName } from './files/place-file.ts'
import { fillFields } from '../file-names/fill-fields.ts'
import { safeName } from '../file-names/safe-name.ts'

/** Values for a name pattern of one exported file; empty texts if nothing is known. */
export type ExportNameValues = {
  /** File name of the photo, with its extension. */
  photoName: string
  width: number
  height: number
  /** Wall-clock time `YYYY-MM-DDTHH:MM:SS`, or null. */
  takenAt: string | null
  camera: string
  lens: string
  rating: number
  label: string
  title: string
  creator: string
  city: string
  country: string
  /** From 1, and the total. */
  counter: number
  photos: number
  /** Name of the folder that the photo is in. */
  folder: string
  album: string
}

type Field = (typeof exportNameFields)[number]

const UNDATED = 'undated'
const MIN_DIGITS = 3
const MAX_FOLDERS = 10
const FIELD = /\{([^{}]*)\}/gu

const fields: Readonly<Record<Field, (values: ExportNameValues) => string>> = {
  name: ({ photoName }) => photoName.replace(/(?<=.)\.[^.]*$/u, ''),
  width: ({ width }) => String(width),
  height: ({ height }) => String(height),
  size: ({ width, height }) => `${width}x${height}`,
  date: ({ takenAt }) => takenAt?.slice(0, 10) ?? UNDATED,
  year: ({ takenAt }) => takenAt?.slice(0, 4) ?? UNDATED,
  month: ({ takenAt }) => takenAt?.slice(5, 7) ?? UNDATED,
  day: ({ takenAt }) => takenAt?.slice(8, 10) ?? UNDATED,
  time: ({ takenAt }) => takenAt?.slice(11, 19).replaceAll(':', '') ?? UNDATED,
  camera: ({ camera }) => camera,
  lens: ({ lens }) => lens,
  rating: ({ rating }) => String(rating),
  label: ({ label }) => label,
  title: ({ title }) => title,
  creator: ({ creator }) => creator,
  city: ({ city }) => city,
  country: ({ country }) => country,
  counter: ({ counter, photos }) => String(counter).padStart(Math.max(MIN_DIGITS, String(photos).length), '0'),
  folder: ({ folder }) => folder,
  album: ({ album }) => album,
}

const isField = (name: string): name is Field => Object.hasOwn(fields, name)

/** Throws `bad-params` for an unknown field, naming it, and for too many folders. */
export function checkExportPattern(pattern: string): void {
  for (const [, field] of pattern.matchAll(FIELD))
    if (!isField(field!))
      throw new AppError(
        'bad-params',
        say('errors.nameField', {
          written: `{${field}}`,
          known: exportNameFields.map((name) => `{${name}}`).join(', '),
        }),
      )
  if (pattern.split('/').length - 1 > MAX_FOLDERS)
    throw new AppError('bad-params', say('exports.manyFolders', { most: MAX_FOLDERS }))
}

/** Whether a pattern contains the size of the picture. */
export const saysSize = (pattern: string): boolean => /\{(?:width|height|size)\}/u.test(pattern)

/** Fills a checked pattern; each part is a safe name on every system. Folders without a name are left out. */
export function fillExportPattern(pattern: string, values: ExportNameValues): Omit<WantedName, 'extension'> {
  const parts = pattern.split('/').map((part) => safeName(fillPart(part, values)))
  const stem = parts.pop() || 'photo'
  return { folders: parts.filter((name) => name !== ''), stem }
}

/** Fills fields literally, for texts that are not names. */
export const fillText = (text: string, values: ExportNameValues): string =>
  text.replace(FIELD, (whole, name: string) => (isField(name) ? fields[name](values) : whole)).trim()

const fillPart = (part: string, values: ExportNameValues): string =>
  tidy(
    fillFields(part, FIELD, ({ 1: name }) => {
      const field = name as Field
      return { text: fields[field](values), isFree: freeFields.has(field) }
    }),
  )

/** Fields of any length. Others, such as a size or a number, would be wrong if cut. */
const freeFields: ReadonlySet<Field> = new Set<Field>([
  'name',
  'camera',
  'lens',
  'label',
  'title',
  'creator',
  'city',
  'country',
  'folder',
  'album',
])

/** Separators around an empty field, such as the second `_` of `beach__2024`, are removed. */
const tidy = (name: string): string => name.replace(/([_\- ])\1+/gu, '$1').replace(/^[_\- ]+|[_\- ]+$/gu, '')
