import type { AnalysisOutcome } from '../../analysis/photo/findings.ts'
import { AppError } from '../../contract/errors.ts'
import type { JobFailure } from './job.ts'

/** A failed job as the outcome of an analysis. */
export function failedOutcome({ code, how }: JobFailure): AnalysisOutcome {
  if (code === 'timed-out') return { ok: false, code, reason: `The analysis took too long and was given up (${how}).` }
  return { ok: false, code: 'crashed', reason: `The analysis process ended while it worked on this photo (${how}).` }
}

/** A failed job as the error of a picture that was to be made. */
export function failedRender({ how }: JobFailure): AppError {
  return new AppError('file-unreadable', `The picture could not be made: ${how}.`)
}

/** A failed job as the error of operations; `not-supported-here` says nothing about the picture. */
export function failedOperations({ code, how }: JobFailure): AppError {
  if (code === 'not-run') return new AppError('not-supported-here', `Pictures cannot be analysed now: ${how}.`)
  const what =
    code === 'crashed' ? 'The picture ended the process that read it' : 'The picture took too long to analyse'
  return new AppError('file-unreadable', `${what} (${how}). Save it again with another program, or make it smaller.`)
}
