import { toBatchFindings, type BatchCall } from '../../../analysis/operations/batch-calls.ts'
import type { CallAnswer, OperationsRequest } from '../../../analysis/operations/calls.ts'
import { AppError, type ErrorCode } from '../../../contract/errors.ts'
import type { BatchOutput } from './batch-output.ts'
import type { ListedPicture } from './list-pictures.ts'

export type BatchParts = {
  pictures: AsyncIterable<ListedPicture>
  calls: readonly BatchCall[]
  output: BatchOutput
  /** Answers the calls about one picture, in their order; rejects where nothing can be analysed. */
  operate(request: OperationsRequest): Promise<CallAnswer[]>
  /** How many pictures are under way at once. */
  concurrency: number
  /** Called after each picture that has its line. */
  onDone(): void
  /** Called with a file that was listed and is gone; it gets no line. */
  onGone(path: string): void
  /** Aborted when no more pictures are to be taken; those under way are finished. */
  signal: AbortSignal
}

/** Faults of the disk say nothing of the picture: the batch ends, and the next start takes the picture up again. */
const ofTheDisk: ReadonlySet<ErrorCode> = new Set(['disk-full', 'disk-failing'])

/**
 * Analyses each picture that has no line yet and writes its line. Rejects, once what is under way has ended, where the
 * engine or the output fails. Memory does not grow with the number of pictures, but for the output's hashes.
 */
export async function runBatch(parts: BatchParts): Promise<void> {
  const pictures = parts.pictures[Symbol.asyncIterator]()
  const failing = new AbortController()
  const isOver = () => parts.signal.aborted || failing.signal.aborted
  /** Paths under way: folders that overlap name a picture twice. */
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
