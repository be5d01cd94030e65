import { writeEnumeration } from '../locales/formats.ts'
import { labelled, t } from '../locales/messages.ts'
import type { DuplicateKind, DuplicatePhoto } from '../../src-main/contract/library/duplicates.ts'
import { writeBytes, writeDate, writeMoment } from '../words/wording.ts'

/** What a photo of a group is, in one respect, and whether the others are otherwise. */
export type Fact = { name: string; text: string; differs: boolean }

/** What kinds of groups are called. */
export const kindWords: Readonly<Record<DuplicateKind, string>> = labelled({
  equal: 'duplicates.equal',
  same: 'duplicates.same',
  near: 'duplicates.near',
})

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '')

const aspects: readonly { name: string; of(photo: DuplicatePhoto): string }[] = [
  labelled(
    { name: 'duplicates.pixels' },
    { of: ({ width, height }) => (width > 0 ? `${width} × ${height}` : t('duplicates.unknown')) },
  ),
  labelled({ name: 'duplicates.size' }, { of: ({ bytes }) => writeBytes(bytes) }),
  labelled({ name: 'duplicates.format' }, { of: ({ format }) => format.toUpperCase() || t('duplicates.unknown') }),
  labelled(
    { name: 'duplicates.taken' },
    { of: ({ takenAt }) => (takenAt === null ? t('duplicates.unknown') : writeDate(takenAt)) },
  ),
  labelled({ name: 'duplicates.camera' }, { of: ({ camera }) => camera ?? t('duplicates.unknown') }),
  labelled({ name: 'duplicates.changed' }, { of: ({ modifiedAt }) => writeMoment(Date.parse(modifiedAt)) }),
  labelled(
    { name: 'words.rating' },
    { of: ({ rating }) => (rating === 0 ? t('duplicates.noValue') : t('words.stars', { count: rating })) },
  ),
  labelled(
    { name: 'duplicates.tags' },
    { of: ({ tags }) => (tags.length === 0 ? t('duplicates.noValue') : writeEnumeration([...tags].sort())) },
  ),
  labelled({ name: 'duplicates.folder' }, { of: ({ path }) => folderOf(path) }),
]

/** What is to be said of a photo beside the others of its group. */
export function factsOf(photo: DuplicatePhoto, group: readonly DuplicatePhoto[]): Fact[] {
  return aspects.map(({ name, of }) => ({
    name,
    text: of(photo),
    differs: group.some((other) => of(other) !== of(photo)),
  }))
}
