import { z } from 'zod'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/** The number of a picture for watermarks that the library keeps. */
export const WatermarkPictureId = z.int().positive()
export type WatermarkPictureId = z.infer<typeof WatermarkPictureId>

/** Maximum size of a picture for watermarks, in bytes. */
export const MAX_WATERMARK_BYTES = 4 * 2 ** 20

export const WatermarkPlace = z.enum([
  'top-left',
  'top',
  'top-right',
  'left',
  'middle',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
])
export type WatermarkPlace = z.infer<typeof WatermarkPlace>

const common = {
  place: WatermarkPlace.default('bottom-right'),
  /** Percent. */
  opacity: z.int().min(1).max(100).default(60),
  /** Distance from the edges, in percent of the short edge of the exported picture. */
  margin: z.number().min(0).max(45).default(3),
}

/** What is drawn over exported pictures. */
export const Watermark = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    /** May contain fields of name patterns, such as `© {year} {creator}`. */
    text: z.string().trim().min(1).max(200),
    color: z
      .string()
      .refine((text) => /^#[0-9a-fA-F]{6}$/.test(text), issueWith(say('inputs.color')))
      .default('#ffffff'),
    /** Height of the letters in percent of the short edge of the exported picture. */
    size: z.number().min(0.5).max(100).default(4),
    ...common,
  }),
  z.object({
    kind: z.literal('picture'),
    pictureId: WatermarkPictureId,
    /** Width of the picture in percent of the short edge of the exported picture. */
    size: z.number().min(0.5).max(100).default(20),
    ...common,
  }),
])
export type Watermark = z.infer<typeof Watermark>

/** A picture that the library keeps for watermarks. `preview` is a `data:` address. */
export const WatermarkPicture = z.object({
  id: WatermarkPictureId,
  name: z.string(),
  width: z.int(),
  height: z.int(),
  preview: z.string(),
})
export type WatermarkPicture = z.infer<typeof WatermarkPicture>
