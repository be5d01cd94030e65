import { z } from 'zod'

const Channel = z.int().min(0).max(255)

/** One colour of a picture, with the nearest colour of the palette. */
export const Color = z.object({
  r: Channel,
  g: Channel,
  b: Channel,
  html_code: z.string(),
  closest_palette_color: z.string(),
  closest_palette_color_html_code: z.string(),
  closest_palette_color_parent: z.string(),
  closest_palette_distance: z.number().describe('CIEDE2000 between the colour and the palette colour.'),
  percent: z.number().describe('Share of the picture, or of its foreground or background, in this colour, 0 to 100.'),
})
export type Color = z.infer<typeof Color>

/**
 * The colours of a picture: overall, of its main object, and of the rest. Each list is sorted by share, largest first.
 */
export const Colors = z.object({
  image_colors: z.array(Color),
  foreground_colors: z.array(Color),
  background_colors: z.array(Color),
  color_variance: z.int().describe('How varied the colours are: 0 one colour, 100 very varied.'),
  object_percentage: z.number().describe('Share of the picture taken by the main object, 0 to 100.'),
  color_percent_threshold: z.number().describe('Colours below this share are left out of the lists.'),
})
export type Colors = z.infer<typeof Colors>
