import type { MergeField, MergeProposal, MergeValue } from '../../contract/library/duplicates.ts'
import type { PhotoWork } from '../catalog/catalog.ts'

/** A photo with everything a merge considers. */
export type MergedPhoto = Pick<PhotoWork, 'id' | 'rating' | 'pick' | 'label' | 'title' | 'caption' | 'creator'> &
  Pick<PhotoWork, 'copyright' | 'tags' | 'removedTags' | 'takenAt' | 'isPrivate' | 'judgement' | 'orientation'> &
  Pick<PhotoWork, 'imageHash'>

/** How to compare the values of a field, and which of several to propose. */
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
  // The more cautious of two: if one is sensitive, so is the other.
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
 * A person's turn of a photo, if it means the same for the kept one: one that has the same picture in its file, and was
 * not turned itself.
 */
function orientationFor(photo: MergedPhoto, kept: MergedPhoto): MergeValue | null {
  if (photo === kept) return kept.orientation
  const isSamePicture = photo.imageHash !== '' && photo.imageHash === kept.imageHash
  return isSamePicture && kept.orientation === null ? photo.orientation : null
}

/**
 * What the kept photo gets from others that show the same: the highest rating, all tags of people or files, and the
 * private mark; texts, dates and turn are its own, or those of the first photo that has some. What only it has stays.
 * The catalogue, not the photos, knows the albums.
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

/** Tags that the person removed from the kept photo stay removed. */
function tagsFor(kept: MergedPhoto, others: readonly MergedPhoto[]): string[] {
  const had = new Set([...givenTags(kept), ...kept.removedTags])
  return [...new Set(others.flatMap(givenTags))].filter((tag) => !had.has(tag)).sort()
}

/** A tag that the analysis gave wrongly to one photo is wrong on the other too, unless somebody gave it there. */
function removedTagsFor(kept: MergedPhoto, others: readonly MergedPhoto[]): string[] {
  const given = new Set([kept, ...others].flatMap(givenTags))
  const shown = new Set(kept.tags.map(({ name }) => name))
  return [...new Set(others.flatMap(({ removedTags }) => removedTags))]
    .filter((tag) => shown.has(tag) && !given.has(tag))
    .sort()
}
