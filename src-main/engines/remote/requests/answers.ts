import { z } from 'zod'

/** Some implementations write numbers as texts. */
export const num = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i)
    .transform(Number),
])
/** An integer of the interface. */
export const whole = num.transform(Math.round)
const percent = num.transform((value) => Math.min(100, Math.max(0, value)))
const channel = whole.transform((value) => Math.min(255, Math.max(0, value)))

/** No picture has this many of anything; further items are dropped. */
const MAX_ITEMS = 500
const list = <T extends z.ZodType>(item: T) => z.array(item).transform((items) => items.slice(0, MAX_ITEMS))

/** A text in several languages; a bare text is English. */
const texts = z.union([
  z.string().transform((en): Record<string, string> => ({ en })),
  z.record(z.string(), z.string()),
])

/** `kept_as` is what Lumafold's own service says of tags that a window should not show. */
export const TagAnswer = list(
  z.object({ confidence: percent, kept_as: percent.nullish(), tag: texts, synset_id: z.string().nullish() }),
)
export type TagAnswer = z.output<typeof TagAnswer>

export const CategoryAnswer = list(z.object({ confidence: percent, name: texts }))
export type CategoryAnswer = z.output<typeof CategoryAnswer>

export const CroppingAnswer = list(z.object({ x1: whole, y1: whole, x2: whole, y2: whole }))
export type CroppingAnswer = z.output<typeof CroppingAnswer>

const ColorRow = z
  .object({
    r: channel,
    g: channel,
    b: channel,
    html_code: z.string().optional(),
    closest_palette_color: z.string().default(''),
    closest_palette_color_html_code: z.string().default(''),
    closest_palette_color_parent: z.string().default(''),
    closest_palette_distance: num.default(0),
    percent: percent.optional(),
    percentage: percent.optional(),
  })
  .transform(({ html_code, percent: share, percentage, ...rest }) => ({
    ...rest,
    html_code: html_code ?? hexOf(rest),
    percent: share ?? percentage ?? 0,
  }))
const hexOf = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`

export const ColorAnswer = z.object({
  image_colors: z.array(ColorRow).default([]),
  foreground_colors: z.array(ColorRow).default([]),
  background_colors: z.array(ColorRow).default([]),
  color_variance: num.nullish().transform((value) => Math.round(value ?? 0)),
  object_percentage: percent.nullish().transform((value) => value ?? 0),
  color_percent_threshold: num.nullish().transform((value) => value ?? 0),
})
export type ColorAnswer = z.output<typeof ColorAnswer>

export const FaceAnswer = list(
  z.object({
    confidence: percent,
    coordinates: z.object({ xmin: whole, ymin: whole, xmax: whole, ymax: whole }),
    face_id: z
      .string()
      .nullish()
      .transform((id) => id ?? ''),
    attributes: z.array(z.object({ type: z.string(), label: z.string(), confidence: percent })).catch([]),
    landmarks: z.array(z.object({ type: z.string(), x: whole, y: whole })).catch([]),
  }),
)
export type FaceAnswer = z.output<typeof FaceAnswer>
