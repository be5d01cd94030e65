import { t } from '../locales/messages.ts'
import { CircleOff, FilePen, FilePlus2 } from '@lucide/vue'
import type { MetadataConflict } from '../../src-main/contract/library/metadata-writing.ts'
import type { MetadataWriting } from '../../src-main/contract/library/settings.ts'
import type { Choice } from '../components/choice.ts'
import { writeDate } from '../words/wording.ts'

/** Where ratings, tags and texts can be written, and what that means. */
export const writingModes: readonly (Choice<MetadataWriting> & { note: string })[] = [
  {
    value: 'off',
    get label() {
      return t('writing.nowhere')
    },
    get note() {
      return t('writing.nowhereNote')
    },
    icon: CircleOff,
  },
  {
    value: 'sidecars',
    get label() {
      return t('writing.beside')
    },
    get note() {
      return t('writing.besideNote')
    },
    icon: FilePlus2,
  },
  {
    value: 'files',
    get label() {
      return t('writing.into')
    },
    get note() {
      return t('writing.intoNote')
    },
    icon: FilePen,
  },
]

/** Fields that two programs can change, as a person calls them. */
export const fieldTitle = (field: MetadataConflict['field']): string => t(`metadata.field.${field}`)

type Value = MetadataConflict['ours']

/** A value of a field in words; lists of tags are shown one by one instead. */
export function describeValue(field: MetadataConflict['field'], value: Value): string {
  if (field === 'rating') return describeRating(Number(value ?? 0))
  if (field === 'pick')
    return (
      [t('writing.rejected'), t('writing.noFlag'), t('writing.picked')][Number(value ?? 0) + 1] ?? t('writing.noFlag')
    )
  if (field === 'orientation') return orientationWords[Number(value ?? 1)] ?? orientationWords[1]!
  if (field === 'takenAt' && typeof value === 'string') return writeDate(value)
  if (Array.isArray(value)) return value.join(', ')
  return value === null || value === '' ? t('writing.none') : String(value)
}

/** By the number that EXIF gives each. */
const orientationWords: Readonly<Record<number, string>> = {
  get 1() {
    return t('writing.turn1')
  },
  get 2() {
    return t('writing.turn2')
  },
  get 3() {
    return t('writing.turn3')
  },
  get 4() {
    return t('writing.turn4')
  },
  get 5() {
    return t('writing.turn5')
  },
  get 6() {
    return t('writing.turn6')
  },
  get 7() {
    return t('writing.turn7')
  },
  get 8() {
    return t('writing.turn8')
  },
}

function describeRating(stars: number): string {
  if (stars <= 0) return stars < 0 ? t('writing.rejected') : t('writing.noRating')
  return t('words.stars', { count: stars })
}

/** The tags of one side, with those that the other side lacks marked. */
export function markTags(value: Value, other: Value): { name: string; isOnlyHere: boolean }[] {
  const others = new Set(Array.isArray(other) ? other : [])
  return (Array.isArray(value) ? value : []).map((name) => ({ name, isOnlyHere: !others.has(name) }))
}
