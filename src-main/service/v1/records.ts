import { z } from 'zod'
import type { Color, Colors } from '../../contract/analysis/color.ts'
import { Cropping } from '../../contract/analysis/cropping.ts'

const Text = z.union([z.string(), z.record(z.string(), z.string())])

/** v1's record of a picture, or of one of its sizes, that could not be analysed. */
export const Unsuccessful = z.object({
  image: z.string(),
  message: z.string(),
  info: z.string(),
  target_width: z.int().optional(),
  target_height: z.int().optional(),
})
export type Unsuccessful = z.infer<typeof Unsuccessful>

const answerOf = (item: z.ZodType) => z.object({ results: z.array(item), unsuccessful: z.array(Unsuccessful) })

const V1Color = z.object({
  r: z.string(),
  g: z.string(),
  b: z.string(),
  html_code: z.string(),
  closest_palette_color: z.string(),
  closest_palette_color_html_code: z.string(),
  closest_palette_color_parent: z.string(),
  closest_palette_distance: z.number(),
  percent: z.number(),
  percentage: z.number().optional(),
})
const V1Colors = z.object({
  image_colors: z.array(V1Color),
  foreground_colors: z.array(V1Color),
  background_colors: z.array(V1Color),
  color_variance: z.string(),
  object_percentage: z.string(),
  color_percent_threshold: z.number(),
})

/** Answers of v1; a tag or category is a text, or a text by language if several were requested. */
export const TaggingAnswer = answerOf(
  z.object({
    tagging_id: z.null(),
    image: z.string(),
    tags: z.array(z.looseObject({ confidence: z.number(), tag: Text })),
  }),
)
export const CroppingsAnswer = answerOf(z.object({ image: z.string(), croppings: z.array(Cropping) }))
export const ColorsAnswer = answerOf(z.object({ image: z.string(), info: V1Colors }))
export const CategorizationsAnswer = answerOf(
  z.object({ image: z.string(), categories: z.array(z.object({ confidence: z.number(), name: Text })) }),
)

/** Texts by language in v1's form: just the text if one language was requested. */
export function textIn(
  languages: readonly string[],
  texts: Readonly<Record<string, string>>,
): string | Record<string, string> {
  return languages.length === 1 ? (texts[languages[0]!] ?? '') : { ...texts }
}

/** Colours in v1's form, with many numbers as texts. */
export function toV1Colors(colors: Colors): z.output<typeof V1Colors> {
  const {
    image_colors,
    foreground_colors,
    background_colors,
    color_variance,
    object_percentage,
    color_percent_threshold,
  } = colors
  return {
    image_colors: image_colors.map(withTexts),
    foreground_colors: foreground_colors.map(withPercentage),
    background_colors: background_colors.map(withPercentage),
    color_variance: String(color_variance),
    object_percentage: String(object_percentage),
    color_percent_threshold,
  }
}

const withTexts = ({ r, g, b, ...rest }: Color) => ({ ...rest, r: String(r), g: String(g), b: String(b) })
const withPercentage = (color: Color) => ({ ...withTexts(color), percentage: color.percent })
