import { writeEnumeration } from '../locales/formats.ts'
import { labelled, type MessageKey, t } from '../locales/messages.ts'
import type { DuplicateKind, DuplicatePhoto } from '../../src-main/contract/library/duplicates.ts'
import { writeBytes, writeDate, writeMoment } from '../words/wording.ts'

/** One property of a photo in a group, and whether it differs from the others. */
export type Property = { name: string; text: string; differs: boolean }

/** Labels of the kinds of groups. */
export const kindWords: Readonly<Record<DuplicateKind, string>> = labelled({
  equal: 'duplicates.equal',
  same: 'duplicates.same',
  near: 'duplicates.near',
})

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '')

const aspect = (name: MessageKey, of: (photo: DuplicatePhoto) => string) => labelled({ name }, { of })

const aspects = [
  aspect('duplicates.pixels', ({ width, height }) => (width > 0 ? `${width} × ${height}` : t('duplicates.unknown'))),
  aspect('duplicates.size', ({ bytes }) => writeBytes(bytes)),
  aspect('duplicates.format', ({ format }) => format.toUpperCase() || t('duplicates.unknown')),
  aspect('duplicates.taken', ({ takenAt }) => (takenAt === null ? t('duplicates.unknown') : writeDate(takenAt))),
  aspect('duplicates.camera', ({ camera }) => camera ?? t('duplicates.unknown')),
  aspect('duplicates.changed', ({ modifiedAt }) => writeMoment(Date.parse(modifiedAt))),
  aspect('words.rating', ({ rating }) =>
    rating === 0 ? t('duplicates.noValue') : t('words.stars', { count: rating }),
  ),
  aspect('duplicates.tags', ({ tags }) =>
    tags.length === 0 ? t('duplicates.noValue') : writeEnumeration([...tags].sort()),
  ),
  aspect('duplicates.folder', ({ path }) => folderOf(path)),
]

/** The properties of a photo to show beside the others of its group. */
export function propertiesOf(photo: DuplicatePhoto, group: readonly DuplicatePhoto[]): Property[] {
  return aspects.map(({ name, of }) => ({
    name,
    text: of(photo),
    differs: group.some((other) => of(other) !== of(photo)),
  }))
}
