import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { useCompare } from './compare.ts'
import { usePhotoDetails } from './photo-details.ts'
import { usePhotoPages } from './photo-pages.ts'

/** Marks that a person gave, shown at once: the library's event, a moment later, has the last word. */
export function useExpectedMarks() {
  const views = [usePhotoPages(), usePhotoDetails(), useCompare()]
  return (ids: readonly PhotoId[], marks: Partial<Pick<PhotoTile, 'pick' | 'rating' | 'label'>>): void => {
    const changed = new Set(ids)
    for (const view of views) view.patch(changed, marks)
  }
}
