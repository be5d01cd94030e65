import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { parse } from 'node:path'
import type { DuplicatePhoto } from '../../contract/library/duplicates.ts'
import { extensionOf, rawExtensions } from '../../base/formats/extensions.ts'

export type KeepCandidate = Pick<
  DuplicatePhoto,
  | 'id'
  | 'name'
  | 'path'
  | 'status'
  | 'width'
  | 'height'
  | 'bytes'
  | 'format'
  | 'modifiedAt'
  | 'addedAt'
  | 'camera'
  | 'hasWork'
>

export type KeepSuggestion = { keepId: number; reasons: Text[] }

/** A reason to keep a photo; `of` is higher for a better photo. */
type Rule = { reason: Text; of(photo: KeepCandidate): number }

const isReadable = ({ status }: KeepCandidate) => status !== 'missing' && status !== 'offline' && status !== 'failed'

/** Marks that programs add to the names of copies: ` copy`, ` - Copy (2)`, `(1)`, ` 2`, `_copy`. */
const COPY_MARK = /(?:[ _-]+copy(?:[ _-]*\(?\d+\)?)?| ?\(\d+\)| \d)$/i

/** How many such marks a file's name ends with. */
export function countCopyMarks(name: string): number {
  let count = 0
  for (let stem = parse(name).name; endsAsCopy(stem); count++) stem = stem.replace(COPY_MARK, '')
  return count
}

/** A file's name without its extension and these marks. */
export function withoutCopyMarks(name: string): string {
  let stem = parse(name).name
  while (endsAsCopy(stem)) stem = stem.replace(COPY_MARK, '')
  return stem
}

const endsAsCopy = (stem: string): boolean => COPY_MARK.test(stem) && stem.replace(COPY_MARK, '') !== ''

const NUMBERED = / \d$/

/**
 * The number of copy marks at the end of a photo's name. A number alone is a mark only if another file has the same
 * name without it: otherwise `scan 3.jpg` is a name like any other.
 */
function copyMarksAmong(photos: readonly KeepCandidate[]): Rule['of'] {
  const stems = new Set(photos.map(({ name }) => parse(name).name.toLowerCase()))
  return ({ name }) => {
    const stem = parse(name).name.toLowerCase()
    const isPlainName = NUMBERED.test(stem) && !stems.has(stem.replace(NUMBERED, ''))
    return countCopyMarks(name) - Number(isPlainName)
  }
}

/** In order of importance; a rule decides among the photos that are equal by those before it. */
const rules: readonly Rule[] = [
  { reason: say('duplicates.readable'), of: (photo) => Number(isReadable(photo)) },
  { reason: say('duplicates.raw'), of: ({ name }) => Number(rawExtensions.has(extensionOf(name))) },
  { reason: say('duplicates.pixels'), of: ({ width, height }) => width * height },
  { reason: say('duplicates.camera'), of: ({ camera }) => Number(camera !== null) },
]

/** The sizes of files in different formats mean nothing: a PNG made from a JPEG is larger and no better. */
const lessCompressed: Rule = { reason: say('duplicates.lessCompressed'), of: ({ bytes }) => bytes }

const worked: Rule = { reason: say('duplicates.worked'), of: ({ hasWork }) => Number(hasWork) }

/** Folders that a person keeps copies in, by words of the window's languages. */
const BACKUP =
  /back-?ups?|archive|sicherung|kopien?\b|\bcop(?:y|ies|ias?)\b|sauvegarde|respaldo|seguridad|バックアップ|コピー|نسخ/iu
/** Folders made by a camera, a phone or a program, and download folders. */
const UNNAMED =
  /^(?:dcim|\d{3}[a-z_]\w{4}|camera(?: roll)?|pictures|photos|images|bilder|fotos|imágenes|写真|ピクチャ|الصور|downloads?|desktop|import(?:s|ed)?|new folder.*|untitled.*|neuer ordner.*|nouveau dossier.*|nueva carpeta.*|unsorted|unsortiert|misc|temp|tmp)$/iu

/** Names of the folders of a file, the innermost last. */
const foldersOf = (path: string): string[] => path.split(/[\\/]/).slice(0, -1)

const notInBackup: Rule = {
  reason: say('duplicates.notInBackup'),
  of: ({ path }) => -Number(foldersOf(path).some((name) => BACKUP.test(name))),
}

/** A name with words in it says more than a number or a date. */
const inEvent: Rule = {
  reason: say('duplicates.inEvent'),
  of: ({ path }) => {
    const name = foldersOf(path).at(-1) ?? ''
    return Number(/\p{L}{2}/u.test(name) && !UNNAMED.test(name.trim()))
  },
}

/** By the day: the order of files within one scan means nothing. */
const addedFirst: Rule = {
  reason: say('duplicates.addedFirst'),
  of: ({ addedAt }) => -Date.parse(addedAt.slice(0, 10)),
}

/** They decide only between equal photos, and are no reason beside another. */
const tieBreakers: readonly Rule[] = [
  { reason: say('duplicates.older'), of: ({ modifiedAt }) => -Date.parse(modifiedAt) },
  { reason: say('duplicates.shorterName'), of: ({ name }) => -name.length },
]

/** Maximum number of reasons shown. */
const MAX_REASONS = 3

/**
 * Suggests which of some photos that show the same to keep, and why. The order of the photos does not matter; among
 * equal ones it is the one that was added to the library first.
 */
export function suggestPhotoToKeep(photos: readonly KeepCandidate[]): KeepSuggestion {
  const all = [...rulesFor(photos), ...tieBreakers]
  const [best] = [...photos].sort((a, b) => compare(all, a, b))
  if (best === undefined) throw new Error('A group of duplicates holds at least one photo.')
  const isBest = ({ of }: Rule) => photos.every((photo) => of(photo) <= of(best))
  const isSpecial = ({ of }: Rule) => photos.some((photo) => of(photo) < of(best))
  const isReason = (rule: Rule) => isBest(rule) && isSpecial(rule)
  const reasons = rulesFor(photos).filter(isReason)
  const shown = reasons.length > 0 ? reasons : tieBreakers.filter(isReason).slice(0, 1)
  return { keepId: best.id, reasons: shown.slice(0, MAX_REASONS).map(({ reason }) => reason) }
}

function rulesFor(photos: readonly KeepCandidate[]): Rule[] {
  const isOneFormat = new Set(photos.map(({ format }) => format)).size === 1
  const marksOf = copyMarksAmong(photos)
  const original: Rule = { reason: say('duplicates.original'), of: (photo) => -marksOf(photo) }
  const folders = [notInBackup, inEvent, addedFirst]
  return [...rules, ...(isOneFormat ? [lessCompressed] : []), worked, original, ...folders]
}

function compare(all: readonly Rule[], a: KeepCandidate, b: KeepCandidate): number {
  const decisive = all.find(({ of }) => of(a) !== of(b))
  return decisive === undefined ? a.id - b.id : decisive.of(b) - decisive.of(a)
}
