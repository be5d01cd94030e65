import { z } from 'zod'
import { Cropping } from '../cropping.ts'
import { Notes, VERBOSE } from './tags.ts'
import { invalid, quote } from './parameter.ts'
import { decimal, flag, list } from './values.ts'

/** Maximum side in pixels, and maximum number of sizes in one request. */
const MAX_SIDE = 100_000
const MAX_RESOLUTIONS = 100

const RESOLUTION = /^(\d{1,12})x(\d{1,12})$/

function readResolution(given: string): { width: number; height: number } {
  const sides = RESOLUTION.exec(given)?.slice(1).map(Number)
  if (!sides)
    throw invalid(
      `has ${quote(given)}, which is no size; write width and height in pixels with a lower-case x between them, like 800x600`,
    )
  const [width, height] = sides as [number, number]
  const isSide = (side: number) => side >= 1 && side <= MAX_SIDE
  if (!isSide(width) || !isSide(height))
    throw invalid(`has ${quote(given)}; both sides must be from 1 to ${MAX_SIDE} pixels`)
  return { width, height }
}

/** The percentage of a share that clients give as a fraction or in percent; -1 for any negative value. */
function toPercent(share: number): number {
  if (share < 0) return -1
  return Math.min(100, share <= 1 ? share * 100 : share)
}

/** Parameters of smart-cropping. */
export const CroppingParameters = z
  .object({
    resolution: list<{ width: number; height: number }>([], MAX_RESOLUTIONS, readResolution)
      .describe(
        'Sizes to crop for, as width and height with a lower-case x between them: `800x600`. Left out, the best crop at a ratio of its own.',
      )
      .meta({ items: { type: 'string', pattern: '^\\d{1,12}x\\d{1,12}$' } }),
    no_scaling: flag(0).describe(
      '1 gives crops of exactly the size; 0 of its aspect ratio only, to be scaled afterwards.',
    ),
    rect_percentage: decimal(-1)
      .transform(toPercent)
      .describe(
        'Least share of the important area that the crop keeps: up to 1 as a fraction, above 1 in percent, so that `0.9` and `90` are the same; -1 leaves it open.',
      ),
    image_result: flag(0).describe('1 answers with the cropped picture itself, for one resolution at most.'),
    verbose: flag(0).describe(VERBOSE).meta({ 'x-addition': true }),
  })
  .superRefine(({ image_result, resolution }, context) => {
    if (image_result === 1 && resolution.length > 1)
      context.addIssue({
        code: 'custom',
        path: ['image_result'],
        message: `is 1, which gives one picture, but ${resolution.length} resolutions are asked for`,
      })
  })
export type CroppingParameters = z.output<typeof CroppingParameters>

export const CroppingResult = z.object({ croppings: z.array(Cropping), notes: Notes.optional() })
export type CroppingResult = z.infer<typeof CroppingResult>
