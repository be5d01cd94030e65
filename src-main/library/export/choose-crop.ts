import { say } from '../../contract/sentences/say.ts'
import type { Rectangle, Size } from '../../contract/analysis/cropping.ts'
import { scaleCrop } from '../../analysis/cutting/shape-picture.ts'
import type { SaliencyFeatures } from '../../analysis/photo/findings.ts'
import { AppError } from '../../contract/errors.ts'
import type { CropPlace, PlannedCrop } from '../../contract/library/crop-pins.ts'
import type { Catalog } from '../catalog/catalog.ts'

export type CropSource = {
  analysis: Pick<Catalog['analysis'], 'saliencyFeatures'>
  exports: { pins: Pick<Catalog['exports']['pins'], 'get'> }
}
type Suggest = (features: SaliencyFeatures, size: Size) => Rectangle
type Photo = { id: number; name: string; width: number; height: number }

/** A crop with the size of the picture that it refers to, and who decided it. */
export type ChosenCrop = { crop: Rectangle; from: Size; by: 'person' | 'analysis' }

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/** The crop of a photo for a size: the one the person decided, else the suggested one; null if there is none yet. */
export function findCrop(catalog: CropSource, suggest: Suggest, photo: Photo, size: Size): ChosenCrop | null {
  const features = catalog.analysis.saliencyFeatures(photo.id)
  const from = photo.width > 0 ? sizeOf(photo) : features === null ? null : sizeOf(features)
  const place = catalog.exports.pins.get(photo.id, size)
  if (place !== null && from !== null) return { crop: inPixels(place, from), from, by: 'person' }
  return features === null ? null : { crop: suggest(features, size), from: sizeOf(features), by: 'analysis' }
}

/** The same; throws `not-analysed` if there is none yet. */
export function chooseCrop(catalog: CropSource, suggest: Suggest, photo: Photo, size: Size): ChosenCrop {
  const found = findCrop(catalog, suggest, photo, size)
  if (found !== null) return found
  throw new AppError('not-analysed', say('exports.notAnalysed'))
}

/** For a review before anything is written. */
export function planCrop(catalog: CropSource, suggest: Suggest, photo: Photo, size: Size): PlannedCrop {
  const found = findCrop(catalog, suggest, photo, size)
  const crop = found && (photo.width > 0 ? scaleCrop(found.crop, found.from, photo) : found.crop)
  return { photoId: photo.id, size, crop, by: found?.by ?? 'nobody' }
}

/** At least a pixel, and within the photo. */
function inPixels({ x1, y1, x2, y2 }: CropPlace, { width, height }: Size): Rectangle {
  const left = Math.min(width - 1, Math.round(x1 * width))
  const top = Math.min(height - 1, Math.round(y1 * height))
  return {
    x1: left,
    y1: top,
    x2: Math.max(left + 1, Math.round(x2 * width)),
    y2: Math.max(top + 1, Math.round(y2 * height)),
  }
}
