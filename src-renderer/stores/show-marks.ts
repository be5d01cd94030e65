import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useCompare } from './compare.ts'
import type { Marks } from './expected-marks.ts'
import { usePhotoDetails } from './photo-details.ts'
import { usePhotoPages } from './photo-pages.ts'

/** Shows marks that a person gave at once; what is read from the library afterwards has the last word. */
export function useShowMarks() {
  const views = [usePhotoPages(), usePhotoDetails(), useCompare()]
  return (ids: ReadonlySet<PhotoId>, marks: Marks): void => {
    for (const view of views) view.patch(ids, marks)
  }
}
