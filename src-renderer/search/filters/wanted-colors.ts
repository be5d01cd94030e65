import {
  DEFAULT_COLOR_DISTANCE,
  DEFAULT_COLOR_SHARE,
  MAX_COLORS,
  printColors,
  readColors,
  type WantedColor,
} from '../../../src-main/contract/library/search/colors.ts'
import { findTerm } from '../../../src-main/contract/library/search/edit.ts'
import { field, type FieldNode } from '../../../src-main/contract/library/search/nodes.ts'

/** The colours that a search asks for in its first term of them; none where it asks for none. */
export const wantedColors = (text: string): readonly WantedColor[] =>
  readColors(findTerm(text, 'color')?.values[0] ?? '') ?? []

/** The term that asks for colours; null for none. */
export const colorTerm = (colors: readonly WantedColor[]): FieldNode | null =>
  colors.length === 0 ? null : field('color', [printColors(colors)])

/** Some colours and one more, as near as the others have to be; the same where it is there or five are. */
export function withColor(colors: readonly WantedColor[], html: string): readonly WantedColor[] {
  if (colors.length >= MAX_COLORS || colors.some((color) => color.html === html)) return colors
  const distance = colors[0]?.distance ?? DEFAULT_COLOR_DISTANCE
  return [...colors, { html, share: DEFAULT_COLOR_SHARE, distance }]
}

/** How much of a bar each colour takes, in percent: its part of all that is asked for. */
export function weightsOf(colors: readonly WantedColor[]): number[] {
  const sum = colors.reduce((total, { share }) => total + share, 0)
  return colors.map(({ share }) => (sum === 0 ? 100 / colors.length : (share / sum) * 100))
}
