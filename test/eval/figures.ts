import { join } from 'node:path'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import type { Models } from '../../src-main/analysis/models/runtime/tasks.ts'
import { repositoryDir, resourcesDir } from '../fixtures/folders.ts'
import { sharedModels } from '../fixtures/shared.ts'

/** One measured figure: its subject, the models, the value, and its minimum (`least`) or maximum (`most`). */
export type Figure = { what: string; set: string; value: number; least?: number; most?: number; note?: string }

export type ModelSet = { name: 'standard' | 'bundled'; models: Models }

/**
 * The sets of models to measure with: the standard set if its files are available, and the bundled set alone. With
 * `LUMAFOLD_MODELS` only the set of this name.
 */
export function openModelSets(): ModelSet[] {
  const wanted = process.env['LUMAFOLD_MODELS']
  const folders = { standard: sharedModels(), bundled: join(repositoryDir, 'no-such-folder') }
  return (['standard', 'bundled'] as const).flatMap((name) => {
    const modelsDir = folders[name]
    if (modelsDir === null || (wanted !== undefined && wanted !== name)) return []
    return [{ name, models: openModels({ resourcesDir, modelsDir }) }]
  })
}

export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** A sample spread evenly over a list; all of it with `--all`. */
export const sampleOf = <T>(list: readonly T[], size: number): readonly T[] =>
  process.argv.includes('--all') || list.length <= size
    ? list
    : Array.from({ length: size }, (_, i) => list[Math.floor((i * list.length) / size)]!)

/** Rounds for a table. */
export function figure(what: string, set: string, value: number, rest: Partial<Figure> = {}): Figure {
  return { what, set, value: Math.round(value * 10_000) / 10_000, ...rest }
}

/** Measures with each set of models in turn, prints a table, and closes the models. */
export async function printFigures(measure: (set: ModelSet) => Promise<Figure[]>): Promise<void> {
  for (const set of openModelSets()) {
    console.table(await measure(set))
    await set.models.close()
  }
}
