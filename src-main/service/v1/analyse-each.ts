import PQueue from 'p-queue'
import { AppError } from '../../contract/errors.ts'
import type { CallAnswer, OperationCall } from '../../analysis/operations/calls.ts'
import type { HeldPicture } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from '../http/route-dependencies.ts'
import type { Call } from '../http/route.ts'
import { toServiceError } from '../http/to-service-error.ts'
import type { Named } from './parameters.ts'
import type { Unsuccessful } from './records.ts'

/** The outcome for one picture: an answer for each operation, or why there are none. */
type Outcome<A> = { image: string; answers: A[] } | { image: string; fault: ServiceError }

/** Number of pictures of one request that are fetched and awaited at once. */
const AT_ONCE = 4

/**
 * Runs the same operations on several pictures. A picture that cannot be fetched or read becomes one of the outcomes; a
 * fault of the service itself ends the whole request.
 */
export async function analyseEach<C extends OperationCall>(
  call: Call,
  dependencies: RouteDependencies,
  pictures: readonly Named[],
  calls: readonly C[],
): Promise<Outcome<CallAnswer<C['operation']>>[]> {
  const queue = new PQueue({ concurrency: AT_ONCE })
  return queue.addAll(pictures.map((picture) => () => analyseOne(call, dependencies, picture, calls)))
}

async function analyseOne<C extends OperationCall>(
  call: Call,
  dependencies: RouteDependencies,
  { name, from }: Named,
  calls: readonly C[],
): Promise<Outcome<CallAnswer<C['operation']>>> {
  call.signal.throwIfAborted()
  let held: HeldPicture | null = null
  try {
    held = await find(call, dependencies, { name, from })
    const answers = await dependencies.analysis.run(call.account, held, calls, call.signal)
    return { image: name, answers: [...answers] }
  } catch (error) {
    const fault = toServiceError(error, call.requestId)
    if (fault.status >= 500 || fault.status === 429) throw error
    return { image: name, fault }
  } finally {
    await held?.release()
  }
}

function find(
  { account, signal }: Call,
  { uploads, fetcher }: RouteDependencies,
  { name, from }: Named,
): Promise<HeldPicture> {
  return from === 'content'
    ? uploads.find(account, name)
    : fetcher.fetch(name, { bytes: account.plan.pictureBytes }, signal)
}

/** An item of `unsuccessful`; the text appears twice, because clients read one or the other. */
export function failed(image: string, message: string, size?: { width: number; height: number }): Unsuccessful {
  return { image, message, info: message, ...(size && { target_width: size.width, target_height: size.height }) }
}

/** Why an operation was refused; throws if the service is at fault. */
export function reasonOf(answer: CallAnswer & { ok: false }, requestId: string): string {
  const fault = toServiceError(new AppError(answer.code, answer.message), requestId)
  if (fault.status >= 500) throw fault
  return fault.message
}
