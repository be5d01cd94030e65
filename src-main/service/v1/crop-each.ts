import type { Cropping } from '../../contract/analysis/cropping.ts'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { CallAnswer } from '../../analysis/operations/calls.ts'
import type { Answer, Call } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { analyseEach, failed, reasonOf } from './analyse-each.ts'
import { CroppingsParameters, maxPictures, readGiven, readPictures } from './parameters.ts'
import type { Unsuccessful } from './records.ts'

type Size = { width: number; height: number }

/**
 * Crops for each size separately, from pictures that are decoded once, so that an invalid size does not affect the
 * others.
 */
export async function cropEach(call: Call, dependencies: RouteDependencies): Promise<Answer> {
  const { given, params } = readGiven(call.query, CroppingsParameters)
  const pictures = readPictures(call.query, maxPictures.others)
  const sizes = params.resolution
  const calls = sizesToGiven(given, sizes).map((one) => ({ operation: 'croppings', given: one }) as const)
  const results: object[] = []
  const unsuccessful: Unsuccessful[] = []
  for (const outcome of await analyseEach(call, dependencies, pictures, calls)) {
    const { image } = outcome
    if ('fault' in outcome) {
      unsuccessful.push(failed(image, outcome.fault.message))
      continue
    }
    const croppings = outcome.answers.flatMap(toCroppings)
    if (croppings.length > 0) results.push({ image, croppings })
    unsuccessful.push(
      ...outcome.answers.flatMap((answer, n) =>
        answer.ok ? [] : [failed(image, reasonOf(answer, call.requestId), sizes[n])],
      ),
    )
  }
  await call.admission.processed(results.length)
  return { json: { results, unsuccessful } }
}

function sizesToGiven(
  { resolution: _resolution, ...given }: GivenParameters,
  sizes: readonly Size[],
): GivenParameters[] {
  return sizes.length === 0
    ? [given]
    : sizes.map(({ width, height }) => ({ ...given, resolution: `${width}x${height}` }))
}

function toCroppings(answer: CallAnswer<'croppings'>): Cropping[] {
  return answer.ok && answer.value.kind === 'records' ? answer.value.croppings : []
}
