import type { DuplicateKind, DuplicatePhoto } from '../../src-main/contract/library/duplicates.ts'
import { writeBytes, writeDate, writeMoment } from '../words/wording.ts'

/** What a photo of a group is, in one respect, and whether the others are otherwise. */
export type Fact = { name: string; text: string; differs: boolean }

/** What kinds of groups are called. */
export const kindWords: Readonly<Record<DuplicateKind, string>> = {
  equal: 'Equal files',
  same: 'Same picture',
  near: 'Versions of one picture',
}

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '')

const aspects: readonly { name: string; of(photo: DuplicatePhoto): string }[] = [
  { name: 'Pixels', of: ({ width, height }) => (width > 0 ? `${width} × ${height}` : 'Unknown') },
  { name: 'Size', of: ({ bytes }) => writeBytes(bytes) },
  { name: 'Format', of: ({ format }) => format.toUpperCase() || 'Unknown' },
  { name: 'Taken', of: ({ takenAt }) => (takenAt === null ? 'Unknown' : writeDate(takenAt)) },
  { name: 'Camera', of: ({ camera }) => camera ?? 'Unknown' },
  { name: 'Changed', of: ({ modifiedAt }) => writeMoment(Date.parse(modifiedAt)) },
  { name: 'Rating', of: ({ rating }) => (rating === 0 ? 'None' : `${rating} star${rating === 1 ? '' : 's'}`) },
  { name: 'Tags', of: ({ tags }) => (tags.length === 0 ? 'None' : [...tags].sort().join(', ')) },
  { name: 'Folder', of: ({ path }) => folderOf(path) },
]

/** What is to be said of a photo beside the others of its group. */
export function factsOf(photo: DuplicatePhoto, group: readonly DuplicatePhoto[]): Fact[] {
  return aspects.map(({ name, of }) => ({
    name,
    text: of(photo),
    differs: group.some((other) => of(other) !== of(photo)),
  }))
}
