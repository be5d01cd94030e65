import type { PhotoMetadata } from './photo.ts'
import { type Texts, textFields } from './text-fields.ts'

/** All texts empty. */
export const noTexts = (): Texts => Object.fromEntries(textFields.map((field) => [field, null])) as Texts

/** Empty metadata: of a file that has none, or whose metadata are not read yet. */
export const emptyMetadata = (): PhotoMetadata => ({
  takenAt: null,
  offset: null,
  subsec: null,
  cameraMake: null,
  cameraModel: null,
  cameraSerial: null,
  lens: null,
  exposureTime: null,
  aperture: null,
  iso: null,
  focalLength: null,
  focalLength35: null,
  focusDistance: null,
  exposureBias: null,
  flashFired: null,
  latitude: null,
  longitude: null,
  altitude: null,
  ...noTexts(),
  keywords: [],
  keywordPaths: [],
  people: [],
  regions: [],
  rating: null,
  label: null,
  pick: null,
  orientation: 1,
  crop: null,
  colorSpace: null,
  software: null,
})
