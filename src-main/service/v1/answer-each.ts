import type { CallResults, OperationCall } from '../../analysis/operations/calls.ts'
import type { Answer, Call } from '../http/route.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import { analyseEach, failed, reasonOf } from './analyse-each.ts'
import type { Named } from './parameters.ts'
import type { Unsuccessful } from './records.ts'

/**
 * Answers a request for one operation on each of its pictures; `describe` returns v1's values for a picture besides its
 * name.
 */
export async function answerEach<C extends OperationCall>(
  call: Call,
  dependencies: RouteDependencies,
  pictures: readonly Named[],
  operation: C,
  describe: (value: CallResults[C['operation']], image: string) => object,
): Promise<Answer> {
  const results: object[] = []
  const unsuccessful: Unsuccessful[] = []
  for (const outcome of await analyseEach(call, dependencies, pictures, [operation])) {
    const { image } = outcome
    const [answer] = 'answers' in outcome ? outcome.answers : []
    if (answer?.ok) results.push(describe(answer.value as CallResults[C['operation']], image))
    else
      unsuccessful.push(
        failed(image, answer ? reasonOf(answer, call.requestId) : 'fault' in outcome ? outcome.fault.message : ''),
      )
  }
  await call.admission.processed(results.length)
  return { json: { results, unsuccessful } }
}
