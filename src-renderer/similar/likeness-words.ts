import { labelled } from '../locales/messages.ts'
import type { Likeness } from '../../src-main/contract/library/search/likeness.ts'
import type { GridSection } from '../grid/segments.ts'

/** Labels of the likenesses, nearest first; null is less than alike. */
const likenessWords: readonly { word: Likeness | null; title: string }[] = [
  labelled({ title: 'similar.samePicture' }, { word: 'same' }),
  labelled({ title: 'similar.veryLikeIt' }, { word: 'very' }),
  labelled({ title: 'similar.alike' }, { word: 'alike' }),
  labelled({ title: 'similar.lessAlike' }, { word: null }),
]

/** The label of a likeness; null is less than alike. */
export const titleOf = (likeness: Likeness | null): string =>
  likenessWords.find(({ word }) => word === likeness)?.title ?? ''

/** The sections of photos by ascending distance: one for each likeness with photos. */
export function sectionsByLikeness(images: readonly { likeness: Likeness | null }[]): GridSection[] {
  const sections: GridSection[] = []
  let first = 0
  for (const { word, title } of likenessWords) {
    const count = images.filter(({ likeness }) => likeness === word).length
    if (count > 0) sections.push({ key: `like-${word ?? 'less'}`, title, first, count })
    first += count
  }
  return sections
}
