import { t } from '../locales/messages.ts'
/** The labels that keys and buttons give, by the names that other programs write; a label may be any other text. */
export const colorLabels = ['Red', 'Yellow', 'Green', 'Blue', 'Purple'] as const

/** A colour as the window's language calls it; another label as it is written. */
export const nameOfColor = (label: string): string => {
  const color = colorLabels.find((each) => each.toLowerCase() === label.toLowerCase())
  return color === undefined ? label : t(`words.color_${color}`)
}

/** The colour of a label as a word of a style sheet: `red`; `other` for a label without a colour, empty without one. */
export function colorOfLabel(label: string): string {
  if (label === '') return ''
  return colorLabels.find((color) => color.toLowerCase() === label.toLowerCase())?.toLowerCase() ?? 'other'
}
