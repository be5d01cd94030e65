import { say } from '../../../contract/sentences/say.ts'
import { suggestCrop, suggestCroppings } from '../../../analysis/croppings/suggest-crops.ts'
import type { Size } from '../../../contract/analysis/cropping.ts'
import { AppError } from '../../../contract/errors.ts'
import type { CropPin } from '../../../contract/library/crop-pins.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { ratioOf } from '../rows/crop-pin-store.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import { planCrop } from '../../export/choose-crop.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type CropHandlersDependencies = {
  catalog: Pick<Catalog, 'analysis' | 'exports' | 'photos' | 'stacks'>
  changes: Pick<PersonChanges, 'apply'>
  privacy: Pick<Privacy, 'requireShown' | 'shown'>
}

/** Photos whose ratios differ by more have another shape. */
const SAME_SHAPE = 0.02

/** Handlers of `crops.*`. */
export function cropHandlers(os: LibraryImplementer, dependencies: CropHandlersDependencies) {
  const { catalog, privacy } = dependencies
  return {
    suggest: os.crops.suggest.handler(({ input }) => {
      privacy.requireShown([input.photoId])
      const features = catalog.analysis.saliencyFeatures(input.photoId)
      if (features !== null) return suggestCroppings(features, input.sizes)
      const name = catalog.photos.detail(input.photoId).name
      throw new AppError('not-analysed', say('errors.noCropYet', { name }))
    }),
    plan: os.crops.plan.handler(({ input: { ids, sizes } }) => {
      privacy.requireShown(ids)
      return catalog.photos
        .tiles(ids)
        .flatMap((tile) => sizes.map((size) => planCrop(catalog, suggestCrop, tile, size)))
    }),
    pin: os.crops.pin.handler(({ input }) => pinCrop(dependencies, input)),
  }
}

function pinCrop({ catalog, changes, privacy }: CropHandlersDependencies, { ids, size, place, wholeStacks }: CropPin) {
  privacy.requireShown(ids)
  if (place !== null && (place.x1 >= place.x2 || place.y1 >= place.y2))
    throw new AppError('bad-params', say('errors.cropEmpty'))
  const all = wholeStacks ? [...new Set([...ids, ...catalog.stacks.framesOf(ids)])] : ids
  const tiles = privacy.shown(catalog.photos.tiles(all))
  const [first] = catalog.photos.tiles(ids.slice(0, 1))
  const alike = place === null || first === undefined ? tiles : tiles.filter((tile) => isOfShape(tile, first))
  return changes.apply({ kind: 'crop-pin', ids: alike.map(({ id }) => id), ratio: ratioOf(size), place })
}

/** A crop of the same shares would be distorted on a photo of another shape. */
const isOfShape = (photo: Size, first: Size): boolean =>
  photo.width > 0 && Math.abs((photo.width * first.height) / (photo.height * first.width) - 1) <= SAME_SHAPE
