import type { CallAnswer, CallResults, OperationCall } from '../../analysis/operations/calls.ts'
import { AppError } from '../../contract/errors.ts'
import { nameParameter } from './body/name-parameter.ts'
import type { GivenPicture } from './receive-picture.ts'
import type { Call } from './route.ts'
import type { RouteDependencies } from './route-dependencies.ts'

/** The results of calls, in order. */
export type Values<C extends readonly OperationCall[]> = { [K in keyof C]: CallResults[C[K]['operation']] }

/** Runs several operations on one picture, which is decoded once; throws the error of the first one that fails. */
export async function analyse<const C extends readonly OperationCall[]>(
  call: Call,
  { analysis }: Pick<RouteDependencies, 'analysis'>,
  { held, parameter }: GivenPicture,
  calls: C,
): Promise<Values<C>> {
  const answers: readonly CallAnswer[] = await analysis.run(call.account, held, calls, call.signal)
  return nameParameter(
    parameter,
    Promise.resolve(answers).then((all) => all.map(valueOf)),
  ) as Promise<Values<C>>
}

/** The result of an operation; throws the AppError of one that was refused. */
export function valueOf(answer: CallAnswer): CallResults[keyof CallResults] {
  if (answer.ok) return answer.value
  throw new AppError(answer.code, answer.message)
}
