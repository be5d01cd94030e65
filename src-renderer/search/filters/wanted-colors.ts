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

/** The colours of the first colour term in a search; empty if there is none. */
export const wantedColors = (text: string): readonly WantedColor[] =>
  readColors(findTerm(text, 'color')?.values[0] ?? '') ?? []

/** The term for some colours; null for none. */
export const colorTerm = (colors: readonly WantedColor[]): FieldNode | null =>
  colors.length === 0 ? null : field('color', [printColors(colors)])

/** Adds a colour with the distance of the others; unchanged if it is already there or there are five. */
export function withColor(colors: readonly WantedColor[], html: string): readonly WantedColor[] {
  if (colors.length >= MAX_COLORS || colors.some((color) => color.html === html)) return colors
  const distance = colors[0]?.distance ?? DEFAULT_COLOR_DISTANCE
  return [...colors, { html, share: DEFAULT_COLOR_SHARE, distance }]
}

/** How much of a bar each colour takes, in percent: its fraction of the sum of all. */
export function weightsOf(colors: readonly WantedColor[]): number[] {
  const sum = colors.reduce((total, { share }) => total + share, 0)
  return colors.map(({ share }) => (sum === 0 ? 100 / colors.length : (share / sum) * 100))
}
