import { numberOfHtml, oklabOf } from '../../../src-main/contract/library/search/color-nearness.ts'
import { namedColors } from '../../../src-main/contract/library/search/colors.ts'
import { t } from '../../locales/messages.ts'

/** Colours offered first: even steps of hue at full strength, then the browns and greys common in photos. */
export const palette = [
  { name: 'red', html: namedColors.red },
  { name: 'orange', html: namedColors.orange },
  { name: 'yellow', html: namedColors.yellow },
  { name: 'lime', html: namedColors.lime },
  { name: 'green', html: namedColors.green },
  { name: 'teal', html: namedColors.teal },
  { name: 'light-blue', html: namedColors.sky },
  { name: 'blue', html: namedColors.blue },
  { name: 'navy', html: namedColors.navy },
  { name: 'violet', html: namedColors.violet },
  { name: 'magenta', html: namedColors.magenta },
  { name: 'pink', html: namedColors.pink },
  { name: 'skin', html: namedColors.skin },
  { name: 'beige', html: namedColors.beige },
  { name: 'brown', html: namedColors.brown },
  { name: 'dark-brown', html: '#3f2a1c' },
  { name: 'white', html: namedColors.white },
  { name: 'light-grey', html: namedColors.silver },
  { name: 'grey', html: namedColors.grey },
  { name: 'black', html: namedColors.black },
] as const

type PaletteName = (typeof palette)[number]['name']

/** Name of a palette colour in the window's language. */
export const nameOfPalette = (name: PaletteName): string => t(`search.color_${name}`)

/** Name of the palette colour that is nearest to `#rrggbb`, in the window's language. */
export function nameOfHtml(html: string): string {
  const wanted = oklabOf(numberOfHtml(html))
  const farOf = (other: string) =>
    Math.hypot(...oklabOf(numberOfHtml(other)).map((value, axis) => value - wanted[axis]!))
  return nameOfPalette(palette.reduce((best, each) => (farOf(each.html) < farOf(best.html) ? each : best)).name)
}

/** Range of the slider of CIEDE2000 distances. */
export const MIN_DISTANCE = 5
export const MAX_DISTANCE = 40
