import { AppError } from '../../contract/errors.ts'
import type { Models } from '../../analysis/models/runtime/tasks.ts'
import type { DescribeRequest } from '../protocol.ts'

/** A text as a vector; a pair that is tried gives that of a text of its own. Rejects with an AppError. */
export async function describeText(request: DescribeRequest, models: Models): Promise<Float32Array> {
  if ('tryPairIn' in request) {
    const { tryPair } = await import('../../analysis/models/pair/try-pair.ts')
    return tryPair(request.tryPairIn)
  }
  const pair = await models.get('text-image')
  if (pair === null) throw new AppError('model-not-found', 'No text-image models are installed.')
  return pair.describeText(request.text)
}
