/** The labels that keys and buttons give, by the names that other programs write; a label may be any other text. */
export const colorLabels = ['Red', 'Yellow', 'Green', 'Blue', 'Purple'] as const

/** The colour of a label as a word of a style sheet: `red`; `other` for a label without a colour, empty without one. */
export function colorOfLabel(label: string): string {
  if (label === '') return ''
  return colorLabels.find((color) => color.toLowerCase() === label.toLowerCase())?.toLowerCase() ?? 'other'
}
