import { CircleOff, FilePen, FilePlus2 } from '@lucide/vue'
import type { MetadataConflict } from '../../src-main/contract/library/metadata-writing.ts'
import type { MetadataWriting } from '../../src-main/contract/library/settings.ts'
import type { Choice } from '../components/choice.ts'
import { writeDate } from '../words/wording.ts'

/** Where ratings, tags and texts can be written, and what that means. */
export const writingModes: readonly (Choice<MetadataWriting> & { note: string })[] = [
  { value: 'off', label: 'Nowhere', note: 'They stay in the library, and in its backups.', icon: CircleOff },
  {
    value: 'sidecars',
    label: 'Beside photos',
    note: 'Into small .xmp files, which most photo programs read. Photos are not touched.',
    icon: FilePlus2,
  },
  {
    value: 'files',
    label: 'Into photos',
    note: 'Into JPEG, TIFF, PNG, WebP, HEIC and DNG; beside all others. The picture stays the same to the byte.',
    icon: FilePen,
  },
]

/** Fields that two programs can change, as a person calls them. */
export const fieldTitles: Readonly<Record<MetadataConflict['field'], string>> = {
  rating: 'Rating',
  pick: 'Flag',
  label: 'Label',
  title: 'Title',
  creator: 'Creator',
  copyright: 'Copyright',
  caption: 'Caption',
  takenAt: 'Date',
  orientation: 'Orientation',
  keywords: 'Tags',
}

type Value = MetadataConflict['ours']

/** A value of a field in words; lists of tags are shown one by one instead. */
export function describeValue(field: MetadataConflict['field'], value: Value): string {
  if (field === 'rating') return describeRating(Number(value ?? 0))
  if (field === 'pick') return ['Rejected', 'No flag', 'Picked'][Number(value ?? 0) + 1] ?? 'No flag'
  if (field === 'orientation') return orientationWords[Number(value ?? 1)] ?? orientationWords[1]!
  if (field === 'takenAt' && typeof value === 'string') return writeDate(value)
  if (Array.isArray(value)) return value.join(', ')
  return value === null || value === '' ? 'None' : String(value)
}

/** By the number that EXIF gives each. */
const orientationWords: Readonly<Record<number, string>> = {
  1: 'Not turned',
  2: 'Mirrored',
  3: 'Turned half round',
  4: 'Mirrored, turned half round',
  5: 'Mirrored, turned to the left',
  6: 'Turned to the right',
  7: 'Mirrored, turned to the right',
  8: 'Turned to the left',
}

function describeRating(stars: number): string {
  if (stars <= 0) return stars < 0 ? 'Rejected' : 'No rating'
  return stars === 1 ? '1 star' : `${stars} stars`
}

/** The tags of one side, with those that the other side lacks marked. */
export function markTags(value: Value, other: Value): { name: string; isOnlyHere: boolean }[] {
  const others = new Set(Array.isArray(other) ? other : [])
  return (Array.isArray(value) ? value : []).map((name) => ({ name, isOnlyHere: !others.has(name) }))
}
