import { openSession } from '../../../src-main/analysis/models/runtime/open-session.ts'
import type { BundledModel } from '../bundled-models.ts'
import { openReference } from './reference.ts'

/** Maximum difference of a converted model from TensorFlow.js. */
export const MAX_DIFFERENCE = 1e-3

/**
 * Maximum absolute difference of each output of a converted model from TensorFlow.js, over all pictures. Logits are
 * compared as probabilities, pixels as shares of the picture's side, and all else directly.
 */
export async function compareWithReference(
  model: BundledModel,
  file: string,
  pictures: readonly Uint8Array[],
): Promise<Record<string, number>> {
  const reference = await openReference(model)
  const session = await openSession(file)
  const worst: Record<string, number> = {}
  for (const picture of pictures) {
    const expected = reference.run(picture)
    const actual = await session.run({ image: { data: picture, dims: [1, model.side, model.side, 3] } })
    for (const [name, numbers] of Object.entries(expected)) {
      worst[name] = Math.max(
        worst[name] ?? 0,
        largestDifference(numbers, actual[name]?.data as Float32Array | undefined, meaningOf(model, name)),
      )
    }
  }
  await session.close()
  reference.dispose()
  return worst
}

function meaningOf({ units, side }: BundledModel, name: string): (value: number) => number {
  if (units[name] === 'logit') return (value) => 1 / (1 + Math.exp(-value))
  if (units[name] === 'pixels') return (value) => value / side
  return (value) => value
}

/** Infinity if the lengths differ or a number is missing. */
function largestDifference(
  expected: Float32Array,
  actual: Float32Array | undefined,
  meaning: (value: number) => number,
): number {
  if (!actual || actual.length !== expected.length) return Infinity
  let worst = 0
  for (const [i, value] of expected.entries()) {
    const difference = Math.abs(meaning(value) - meaning(actual[i] as number))
    if (!(difference <= worst)) worst = Number.isNaN(difference) ? Infinity : difference
  }
  return worst
}
