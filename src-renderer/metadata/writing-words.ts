import { labelled, t } from '../locales/messages.ts'
import { CircleOff, FilePen, FilePlus2 } from '@lucide/vue'
import { parseCrop } from '../../src-main/contract/library/photo-crop.ts'
import type { MetadataConflict } from '../../src-main/contract/library/metadata-writing.ts'
import type { MetadataWriting } from '../../src-main/contract/library/settings.ts'
import type { Choice } from '../components/choice.ts'
import { writeDate } from '../words/wording.ts'

/** Where ratings, tags and texts can be written, and what that means. */
export const writingModes: readonly (Choice<MetadataWriting> & { note: string })[] = [
  labelled({ label: 'writing.nowhere', note: 'writing.nowhereNote' }, { value: 'off', icon: CircleOff }),
  labelled({ label: 'writing.beside', note: 'writing.besideNote' }, { value: 'sidecars', icon: FilePlus2 }),
  labelled({ label: 'writing.into', note: 'writing.intoNote' }, { value: 'files', icon: FilePen }),
]

/** Labels of the fields that two programs can change. */
export const fieldTitle = (field: MetadataConflict['field']): string => t(`metadata.field.${field}`)

type Value = MetadataConflict['ours']

/** Describes the value of a field; lists of tags are shown one by one instead. */
export function describeValue(field: MetadataConflict['field'], value: Value): string {
  if (field === 'rating') return describeRating(Number(value ?? 0))
  if (field === 'pick')
    return (
      [t('writing.rejected'), t('writing.noFlag'), t('writing.picked')][Number(value ?? 0) + 1] ?? t('writing.noFlag')
    )
  if (field === 'orientation') return orientationWords[Number(value ?? 1)] ?? orientationWords[1]!
  if (field === 'crop') return parseCrop(value) === null ? t('writing.none') : t('grid.tileCropped')
  if (field === 'takenAt' && typeof value === 'string') return writeDate(value)
  if (Array.isArray(value)) return value.join(', ')
  return value === null || value === '' ? t('writing.none') : String(value)
}

/** By the orientation number of EXIF. */
const orientationWords: Readonly<Record<number, string>> = labelled({
  1: 'writing.turn1',
  2: 'writing.turn2',
  3: 'writing.turn3',
  4: 'writing.turn4',
  5: 'writing.turn5',
  6: 'writing.turn6',
  7: 'writing.turn7',
  8: 'writing.turn8',
})

function describeRating(stars: number): string {
  if (stars <= 0) return stars < 0 ? t('writing.rejected') : t('writing.noRating')
  return t('words.stars', { count: stars })
}

/** The tags of one side; those that the other side lacks are marked. */
export function markTags(value: Value, other: Value): { name: string; isOnlyHere: boolean }[] {
  const others = new Set(Array.isArray(other) ? other : [])
  return (Array.isArray(value) ? value : []).map((name) => ({ name, isOnlyHere: !others.has(name) }))
}
