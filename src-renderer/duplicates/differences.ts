import { writeEnumeration } from '../locales/formats.ts'
import { t } from '../locales/messages.ts'
import type { DuplicateKind, DuplicatePhoto } from '../../src-main/contract/library/duplicates.ts'
import { writeBytes, writeDate, writeMoment } from '../words/wording.ts'

/** What a photo of a group is, in one respect, and whether the others are otherwise. */
export type Fact = { name: string; text: string; differs: boolean }

/** What kinds of groups are called. */
export const kindWords: Readonly<Record<DuplicateKind, string>> = {
  get equal() {
    return t('duplicates.equal')
  },
  get same() {
    return t('duplicates.same')
  },
  get near() {
    return t('duplicates.near')
  },
}

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '')

const aspects: readonly { name: string; of(photo: DuplicatePhoto): string }[] = [
  {
    get name() {
      return t('duplicates.pixels')
    },
    of: ({ width, height }) => (width > 0 ? `${width} × ${height}` : t('duplicates.unknown')),
  },
  {
    get name() {
      return t('duplicates.size')
    },
    of: ({ bytes }) => writeBytes(bytes),
  },
  {
    get name() {
      return t('duplicates.format')
    },
    of: ({ format }) => format.toUpperCase() || t('duplicates.unknown'),
  },
  {
    get name() {
      return t('duplicates.taken')
    },
    of: ({ takenAt }) => (takenAt === null ? t('duplicates.unknown') : writeDate(takenAt)),
  },
  {
    get name() {
      return t('duplicates.camera')
    },
    of: ({ camera }) => camera ?? t('duplicates.unknown'),
  },
  {
    get name() {
      return t('duplicates.changed')
    },
    of: ({ modifiedAt }) => writeMoment(Date.parse(modifiedAt)),
  },
  {
    get name() {
      return t('words.rating')
    },
    of: ({ rating }) => (rating === 0 ? t('duplicates.noValue') : t('words.stars', { count: rating })),
  },
  {
    get name() {
      return t('duplicates.tags')
    },
    of: ({ tags }) => (tags.length === 0 ? t('duplicates.noValue') : writeEnumeration([...tags].sort())),
  },
  {
    get name() {
      return t('duplicates.folder')
    },
    of: ({ path }) => folderOf(path),
  },
]

/** What is to be said of a photo beside the others of its group. */
export function factsOf(photo: DuplicatePhoto, group: readonly DuplicatePhoto[]): Fact[] {
  return aspects.map(({ name, of }) => ({
    name,
    text: of(photo),
    differs: group.some((other) => of(other) !== of(photo)),
  }))
}
