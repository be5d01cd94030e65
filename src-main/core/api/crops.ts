import { AppError } from '../../contract/errors.ts'
import type { CoreParts } from '../core-parts.ts'
import type { LibraryImplementer } from '../dispatch.ts'

/** Handlers of `crops.*`. */
export function cropHandlers(os: LibraryImplementer, { catalog, suggestCroppings }: CoreParts) {
  return {
    suggest: os.crops.suggest.handler(({ input }) => {
      const cues = catalog.analysis.saliencyFeatures(input.photoId)
      if (cues !== null) return suggestCroppings(cues, input.sizes)
      const name = catalog.photos.detail(input.photoId).name
      throw new AppError('not-analysed', `${name} is not analysed yet, so no crop can be suggested.`)
    }),
  }
}
