import { AppError } from '../../contract/errors.ts'
import type { AnalysisOutcome, AnalysisRequest, RenderedPicture, RenderRequest } from '../../analysis/photo/findings.ts'
import type { ComputePool } from './compute-pool.ts'
import type { FromCompute } from '../protocol.ts'
import type { JobFailure } from './compute-worker.ts'

/** What compute processes do for an engine. */
export type ComputeWork = {
  /** Never rejects. */
  analyse(request: AnalysisRequest): Promise<AnalysisOutcome>
  /** Rejects with an AppError; `signal` takes a picture out of the line that nobody waits for any more. */
  render(request: RenderRequest, signal?: AbortSignal): Promise<RenderedPicture>
}

/** Turns requests into jobs of a pool, and their answers into promises. */
export function sendWork(pool: ComputePool): ComputeWork {
  let nextId = 1
  return {
    analyse: (request) =>
      new Promise((resolve) => {
        const answer = (message: FromCompute) => message.kind === 'analysed' && resolve(message.outcome)
        pool.submit(
          {
            task: { kind: 'analyse', id: nextId++, request },
            isAlone: false,
            answer,
            blame: (code, how) => resolve(describeFailure(code, how)),
          },
          false,
        )
      }),
    render: (request, signal) => sendRender(pool, nextId++, request, signal),
  }
}

function sendRender(
  pool: ComputePool,
  id: number,
  request: RenderRequest,
  signal?: AbortSignal,
): Promise<RenderedPicture> {
  return new Promise((resolve, reject) => {
    const withdraw = () => {
      pool.withdraw(id)
      reject(signal?.reason)
    }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', withdraw, { once: true })
    pool.submit(
      {
        task: { kind: 'render', id, request },
        isAlone: false,
        answer(message) {
          signal?.removeEventListener('abort', withdraw)
          if (message.kind === 'rendered') resolve(message.picture)
          else if (message.kind === 'render-failed') reject(new AppError(message.code, message.message))
        },
        blame(_code, how) {
          signal?.removeEventListener('abort', withdraw)
          reject(new AppError('file-unreadable', `The picture could not be made: ${how}.`))
        },
      },
      true,
    )
  })
}

function describeFailure(code: JobFailure, how: string): AnalysisOutcome {
  if (code === 'timed-out') return { ok: false, code, reason: `The analysis took too long and was given up (${how}).` }
  return { ok: false, code: 'crashed', reason: `The analysis process ended while it worked on this photo (${how}).` }
}
