import { say } from '../../contract/sentences/say.ts'
import type { AnalysisOutcome } from '../../analysis/photo/findings.ts'
import { AppError } from '../../contract/errors.ts'
import type { JobFailure } from './job.ts'

/** A failed job as the outcome of an analysis. */
export function failedOutcome({ code, how }: JobFailure): AnalysisOutcome {
  if (code === 'not-run') return { ok: false, code: 'blocked', by: 'engine', reason: describeNotRun(how) }
  if (code === 'stalled') return { ok: false, code: 'blocked', by: 'file', reason: describeStalled(how) }
  if (code === 'timed-out') return { ok: false, code, reason: say('analysis.tookLong', { reason: how }) }
  if (code === 'out-of-memory') return { ok: false, code, reason: say('analysis.givenUp', { reason: how }) }
  return { ok: false, code, reason: say('analysis.ended', { reason: how }) }
}

/** A failed job as the error of rendering a picture. */
export function failedRender({ how }: JobFailure): AppError {
  return new AppError('file-unreadable', say('analysis.notMade', { reason: how }))
}

/** A failed job as the error of describing a text. */
export function failedDescription({ how }: JobFailure): AppError {
  return new AppError('not-supported-here', say('analysis.noTexts', { reason: how }))
}

/** What happened to a picture, by the code of its job's failure. */
const happenings = {
  crashed: 'ended the process that read it',
  'out-of-memory': 'could not be read',
  'timed-out': 'took too long to analyse',
}

/** A failed job as the error of operations; `not-supported-here` says nothing about the picture. */
export function failedOperations({ code, how }: JobFailure): AppError {
  if (code === 'not-run' || code === 'stalled')
    return new AppError('not-supported-here', `Pictures cannot be analysed now: ${how}.`)
  return new AppError(
    'file-unreadable',
    `The picture ${happenings[code]} (${how}). Save it again with another program, or make it smaller.`,
  )
}

const describeStalled = (how: string) => say('analysis.stalled', { reason: how })

/** The system's messages about a process that cannot start, each with a remedy. */
const remedies: readonly [RegExp, string][] = [
  [/ENOMEM|EAGAIN|EMFILE|ENFILE/, 'closeOthers'],
  [/ENOSPC|EDQUOT|no space left/i, 'freeSpace'],
  [/EACCES|EPERM|ENOENT/, 'installAgain'],
]

function describeNotRun(how: string): string {
  const remedy = remedies.find(([words]) => words.test(how))?.[1] ?? 'other'
  return say('analysis.notNow', { reason: how, remedy })
}
