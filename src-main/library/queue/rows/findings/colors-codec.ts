import type { Color, Colors } from '../../../../contract/analysis/color.ts'

/** The order of a colour's parts in storage; new ones go to the end. */
const PARTS = [
  'r',
  'g',
  'b',
  'html_code',
  'percent',
  'closest_palette_color',
  'closest_palette_color_html_code',
  'closest_palette_color_parent',
  'closest_palette_distance',
] as const satisfies readonly (keyof Color)[]

type Kept = Omit<Colors, 'image_colors' | 'foreground_colors' | 'background_colors'> & { lists: unknown[][][] }

/** Colours as text without the names of their parts, which would be three quarters of it. */
export function encodeColors({ image_colors, foreground_colors, background_colors, ...rest }: Colors): string {
  const lists = [image_colors, foreground_colors, background_colors].map((list) =>
    list.map((color) => PARTS.map((part) => color[part])),
  )
  return JSON.stringify({ ...rest, lists } satisfies Kept)
}

export function decodeColors(text: string): Colors {
  const { lists, ...rest } = JSON.parse(text) as Kept
  const [image_colors = [], foreground_colors = [], background_colors = []] = lists.map((list) => list.map(toColor))
  return { ...rest, image_colors, foreground_colors, background_colors }
}

const toColor = (values: unknown[]) => Object.fromEntries(PARTS.map((part, i) => [part, values[i]])) as Color
