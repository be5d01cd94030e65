import { z } from 'zod'
import { Cropping } from '../cropping.ts'
import { Notes } from './tags.ts'
import { decimal, fault, flag, list, quote } from './values.ts'

/** Longest side and most sizes that can be asked for at once. */
const LONGEST_SIDE = 100_000
const MOST_RESOLUTIONS = 100

const RESOLUTION = /^(\d{1,12})x(\d{1,12})$/

function readResolution(given: string) {
  const sides = RESOLUTION.exec(given)?.slice(1).map(Number)
  if (!sides) return fault(`has ${quote(given)}, which is no size; write width and height in pixels with a lower-case x between them, like 800x600`)
  const [width, height] = sides as [number, number]
  const isSide = (side: number) => side >= 1 && side <= LONGEST_SIDE
  return isSide(width) && isSide(height) ? { width, height } : fault(`has ${quote(given)}; both sides must be from 1 to ${LONGEST_SIDE} pixels`)
}

/** Parameters of smart-cropping. */
export const CroppingParameters = z
  .object({
    /** Sizes to crop for; empty for the best crop at its own ratio. */
    resolution: list<{ width: number; height: number }>([], MOST_RESOLUTIONS, readResolution),
    no_scaling: flag(0),
    /** Least share of the important area to keep, 0 to 100; below 0 leaves it open. */
    rect_percentage: decimal(-1).transform((value) => Math.min(100, value < 0 ? -1 : value)),
    image_result: flag(0),
    verbose: flag(0),
  })
  .superRefine(({ image_result, resolution }, context) => {
    if (image_result === 1 && resolution.length > 1) context.addIssue({ code: 'custom', path: ['image_result'], message: `is 1, which gives one picture, but ${resolution.length} resolutions are asked for` })
  })
export type CroppingParameters = z.output<typeof CroppingParameters>

export const CroppingResult = z.object({ croppings: z.array(Cropping), notes: Notes.optional() })
export type CroppingResult = z.infer<typeof CroppingResult>
