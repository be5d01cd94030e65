import { t } from '../locales/messages.ts'
/** The labels that keys and buttons give, by the names that other programs write; a label may be any other text. */
export const colorLabels = ['Red', 'Yellow', 'Green', 'Blue', 'Purple'] as const

/** The name of a colour in the window's language; any other label unchanged. */
export const nameOfColor = (label: string): string => {
  const color = colorLabels.find((each) => each.toLowerCase() === label.toLowerCase())
  return color === undefined ? label : t(`words.color_${color}`)
}

/** The colour of a label for style sheets: `red`; `other` for a label without a colour, empty without a label. */
export function colorOfLabel(label: string): string {
  if (label === '') return ''
  return colorLabels.find((color) => color.toLowerCase() === label.toLowerCase())?.toLowerCase() ?? 'other'
}
