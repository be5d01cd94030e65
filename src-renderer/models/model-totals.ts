import type { ModelInfo } from '../../src-main/contract/library/models.ts'

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Bytes of these models that are on this machine, and bytes of all of them. */
export function downloadProgress(models: readonly ModelInfo[]): { received: number; total: number } {
  return {
    received: sumOf(models.map(({ state, bytes, received }) => (state === 'installed' ? bytes : received))),
    total: sumOf(models.map(({ bytes }) => bytes)),
  }
}

/** How many of these models are installed. */
export function countInstalled(models: readonly ModelInfo[]): number {
  return models.filter(({ state }) => state === 'installed').length
}
