import type { MergeField, MergeProposal, MergeValue } from '../../contract/library/duplicates.ts'
import type { PhotoWork } from '../catalog/catalog.ts'

/** A photo with all that a merge is about. */
export type MergedPhoto = Pick<PhotoWork, 'id' | 'rating' | 'pick' | 'label' | 'title' | 'caption' | 'creator'> &
  Pick<PhotoWork, 'copyright' | 'tags' | 'removedTags' | 'takenAt' | 'isPrivate' | 'judgement' | 'orientation'> &
  Pick<PhotoWork, 'imageHash'>

/** How the values of a field are told apart and which of several is proposed. */
type Field = {
  of(photo: MergedPhoto, kept: MergedPhoto): MergeValue | null
  propose(values: readonly MergeValue[]): MergeValue
}

const highest = (values: readonly MergeValue[]): MergeValue => Math.max(...values.map(Number))
const first = (values: readonly MergeValue[]): MergeValue => values[0]!
const orNull = <Value extends MergeValue>(value: Value): Value | null => (value === 0 || value === '' ? null : value)
const textField = (field: 'label' | 'title' | 'caption' | 'creator' | 'copyright'): Field => ({
  of: (photo) => orNull(photo[field].value.trim()),
  propose: first,
})

const fields: Readonly<Record<MergeField, Field>> = {
  rating: { of: ({ rating }) => orNull(rating.value), propose: highest },
  pick: { of: ({ pick }) => orNull(pick.value), propose: highest },
  label: textField('label'),
  // The more cautious of two: what is sensitive in one is so in the other.
  sensitivity: {
    of: ({ judgement }) => judgement,
    propose: (values) => (values.includes('sensitive') ? 'sensitive' : 'fine'),
  },
  takenAt: { of: ({ takenAt }) => takenAt?.slice(0, 19) ?? null, propose: first },
  orientation: { of: orientationFor, propose: first },
  title: textField('title'),
  caption: textField('caption'),
  creator: textField('creator'),
  copyright: textField('copyright'),
}

/**
 * How a person turned a photo, where it says the same of the kept one: that has the same picture in its file, and was
 * not turned itself.
 */
function orientationFor(photo: MergedPhoto, kept: MergedPhoto): MergeValue | null {
  if (photo === kept) return kept.orientation
  const isSamePicture = photo.imageHash !== '' && photo.imageHash === kept.imageHash
  return isSamePicture && kept.orientation === null ? photo.orientation : null
}

/**
 * What the kept photo gets from others that show the same: the highest rating, its own texts, dates and turn or else
 * those of the first that has one, all tags that people or files gave, and the private mark. What it has alone stays.
 * Albums are known to the catalogue and not to the photos.
 */
export function proposeMerge(kept: MergedPhoto, others: readonly MergedPhoto[]): MergeProposal {
  const names = Object.keys(fields) as MergeField[]
  const tags = tagsFor(kept, others)
  return {
    keepId: kept.id,
    fields: names.flatMap((field) => proposeField(field, kept, others)),
    tags,
    removedTags: removedTagsFor(kept, others),
    albums: [],
    becomesPrivate: !kept.isPrivate && others.some(({ isPrivate }) => isPrivate),
  }
}

function proposeField(field: MergeField, kept: MergedPhoto, others: readonly MergedPhoto[]): MergeProposal['fields'] {
  const { of, propose } = fields[field]
  const values = new Map<MergeValue, number>()
  for (const photo of [kept, ...others]) {
    const value = of(photo, kept)
    if (value !== null && !values.has(value)) values.set(value, photo.id)
  }
  const present = of(kept, kept)
  const isNew = [...values.keys()].some((value) => value !== present)
  if (!isNew) return []
  const all = [...values].map(([value, photoId]) => ({ value, photoId }))
  return [{ field, present, values: all, proposed: propose([...values.keys()]) }]
}

/** Tags of people and files; those of the analysis follow from the picture, which the kept photo has as well. */
export const givenTags = ({ tags }: Pick<MergedPhoto, 'tags'>): string[] =>
  tags.filter(({ source }) => source === 'person' || source === 'file').map(({ name }) => name)

/** What the person took off the kept photo stays off. */
function tagsFor(kept: MergedPhoto, others: readonly MergedPhoto[]): string[] {
  const had = new Set([...givenTags(kept), ...kept.removedTags])
  return [...new Set(others.flatMap(givenTags))].filter((tag) => !had.has(tag)).sort()
}

/** A tag that the analysis gave wrongly to one is wrong on the other, unless somebody gave it there. */
function removedTagsFor(kept: MergedPhoto, others: readonly MergedPhoto[]): string[] {
  const given = new Set([kept, ...others].flatMap(givenTags))
  const shown = new Set(kept.tags.map(({ name }) => name))
  return [...new Set(others.flatMap(({ removedTags }) => removedTags))]
    .filter((tag) => shown.has(tag) && !given.has(tag))
    .sort()
}
