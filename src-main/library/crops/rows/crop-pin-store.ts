import type { Size } from '../../../contract/analysis/cropping.ts'
import type { CropPlace } from '../../../contract/library/crop-pins.ts'
import type { Db } from '../../../base/sqlite/connect.ts'

/** Crops that a person decided, by photo and ratio. */
export type CropPinStore = {
  /** The crop for the ratio of a size; null if the person decided none. */
  get(photoId: number, size: Size): CropPlace | null
}

export const createCropPinStore = ({ db }: { db: Db }): CropPinStore => ({
  get: (photoId, size) => {
    const place = db
      .prepare<[number, string], string>('SELECT place FROM crop_pins WHERE photo_id = ? AND ratio = ?')
      .pluck()
      .get(photoId, ratioOf(size))
    return place === undefined ? null : (JSON.parse(place) as CropPlace)
  },
})

/** A ratio in lowest terms, `4:5`. */
export function ratioOf({ width, height }: Size): string {
  const divisor = commonDivisor(width, height)
  return `${width / divisor}:${height / divisor}`
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
