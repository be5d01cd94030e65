import { labelled } from '../locales/messages.ts'
import type { TileBadge, TileLabel } from '../../src-main/contract/library/tile-parts.ts'
import type { Choice } from '../components/choice.ts'

export const labelChoices: readonly Choice<TileLabel>[] = [
  labelled({ label: 'grid.columnName' }, { value: 'name' }),
  labelled({ label: 'grid.partDate' }, { value: 'date' }),
  labelled({ label: 'words.rating' }, { value: 'rating' }),
]
export const badgeChoices: readonly Choice<TileBadge>[] = [
  labelled({ label: 'words.rating' }, { value: 'rating' }),
  labelled({ label: 'words.flag' }, { value: 'pick' }),
  labelled({ label: 'words.label' }, { value: 'label' }),
  labelled({ label: 'grid.partKind' }, { value: 'kind' }),
  labelled({ label: 'grid.partProblem' }, { value: 'problem' }),
  labelled({ label: 'grid.partStacks' }, { value: 'stack' }),
]

/** What is drawn on tiles; one object for all of them. */
export type TileBadges = Readonly<Record<TileBadge, boolean>>

export const badgesOf = (shown: readonly TileBadge[]): TileBadges => ({
  rating: shown.includes('rating'),
  pick: shown.includes('pick'),
  label: shown.includes('label'),
  kind: shown.includes('kind'),
  problem: shown.includes('problem'),
  stack: shown.includes('stack'),
})

/** Heights in CSS pixels, as in TileCaption. */
const LINE = 16
const PADDING = 6

/** Height of the labels under each tile, in CSS pixels. */
export function captionHeightOf(labels: readonly TileLabel[]): number {
  const lines = Number(labels.includes('name')) + Number(labels.includes('date') || labels.includes('rating'))
  return lines === 0 ? 0 : lines * LINE + PADDING
}

/** The values with one more, or without it, in the order of the choices. */
export function toggled<T extends string>(choices: readonly Choice<T>[], shown: readonly T[], value: T): T[] {
  const isShown = (each: T): boolean => (each === value ? !shown.includes(each) : shown.includes(each))
  return choices.map((choice) => choice.value).filter(isShown)
}
