import { toBatchFindings, type BatchCall } from '../../../analysis/operations/batch-calls.ts'
import type { CallAnswer, OperationsRequest } from '../../../analysis/operations/calls.ts'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import type { BatchOutput } from './batch-output.ts'
import type { ListedPicture } from './list-pictures.ts'

export type BatchParts = {
  pictures: AsyncIterable<ListedPicture>
  calls: readonly BatchCall[]
  output: BatchOutput
  /** Answers the calls about one picture in order; rejects if nothing can be analysed. */
  operate(request: OperationsRequest): Promise<CallAnswer[]>
  /** Number of pictures processed at once. */
  concurrency: number
  /** Called after each picture whose line is written. */
  onDone(): void
  /** Called with a file that disappeared after it was listed; it gets no line. */
  onGone(path: string): void
  /** Aborted to take no more pictures; those in progress are finished. */
  signal: AbortSignal
}

/** Disk errors say nothing about the picture: the batch ends, and the next run tries the picture again. */
const ofTheDisk: ReadonlySet<ErrorCode> = new Set(['disk-full', 'disk-failing'])

/**
 * Analyses each picture without a line and writes its line. Rejects, once the pictures in progress have ended, if the
 * engine or the output fails. Memory does not grow with the number of pictures, except for the output's hashes.
 */
export async function runBatch(parts: BatchParts): Promise<void> {
  const pictures = parts.pictures[Symbol.asyncIterator]()
  const failing = new AbortController()
  const isOver = () => parts.signal.aborted || failing.signal.aborted
  /** Paths in progress, because overlapping folders name a picture twice. */
  const underWay = new Set<string>()
  const work = async () => {
    try {
      for (let next = await pictures.next(); !isOver() && next.done !== true; next = await pictures.next()) {
        const { path } = next.value
        if (parts.output.has(path) || underWay.has(path)) continue
        underWay.add(path)
        await analyseOne(next.value, parts)
        underWay.delete(path)
      }
    } catch (error) {
      failing.abort(error)
    }
  }
  await Promise.all(Array.from({ length: parts.concurrency }, work))
  await pictures.return?.()
  if (failing.signal.aborted) throw failing.signal.reason
}

async function analyseOne(
  { path, version }: ListedPicture,
  { calls, operate, output, onDone, onGone }: BatchParts,
): Promise<void> {
  const answers = await operate({
    path,
    pictureId: `${path} ${version}`,
    owner: 'batch',
    calls: calls.map(({ call }) => call),
  })
  const faults = answers.filter((answer) => !answer.ok)
  const fatal = faults.find(({ code }) => ofTheDisk.has(code))
  if (fatal) throw new AppError(fatal.code, fatal.message)
  if (faults.some(({ code }) => code === 'file-missing')) return onGone(path)
  await output.add({ path, ...toBatchFindings(calls, answers) })
  onDone()
}
