import { suggestCroppings } from '../../analysis/croppings/suggest-crops.ts'
import { AppError } from '../../contract/errors.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Privacy } from '../privacy/privacy.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type CropHandlersDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'photos'>
  privacy: Pick<Privacy, 'requireShown'>
}

/** Handlers of `crops.*`. */
export function cropHandlers(os: LibraryImplementer, { catalog, privacy }: CropHandlersDependencies) {
  return {
    suggest: os.crops.suggest.handler(({ input }) => {
      privacy.requireShown([input.photoId])
      const features = catalog.analysis.saliencyFeatures(input.photoId)
      if (features !== null) return suggestCroppings(features, input.sizes)
      const name = catalog.photos.detail(input.photoId).name
      throw new AppError('not-analysed', `${name} is not analysed yet, so no crop can be suggested.`)
    }),
  }
}
