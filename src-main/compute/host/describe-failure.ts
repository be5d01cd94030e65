import type { AnalysisOutcome } from '../../analysis/photo/findings.ts'
import { AppError } from '../../contract/errors.ts'
import type { JobFailure } from './job.ts'

/** A failed job as the outcome of an analysis. */
export function failedOutcome({ code, how }: JobFailure): AnalysisOutcome {
  if (code === 'not-run') return { ok: false, code: 'held-up', by: 'engine', reason: describeNotRun(how) }
  if (code === 'stalled') return { ok: false, code: 'held-up', by: 'file', reason: describeStalled(how) }
  if (code === 'timed-out') return { ok: false, code, reason: `The analysis took too long and was given up (${how}).` }
  if (code === 'out-of-memory')
    return { ok: false, code: 'too-large', reason: `The analysis was given up: ${how}. Save the picture smaller.` }
  return { ok: false, code, reason: `The analysis process ended while it worked on this photo (${how}).` }
}

/** A failed job as the error of a picture that was to be made. */
export function failedRender({ how }: JobFailure): AppError {
  return new AppError('file-unreadable', `The picture could not be made: ${how}.`)
}

/** A failed job as the error of a text that was to be described. */
export function failedDescription({ how }: JobFailure): AppError {
  return new AppError('not-supported-here', `The text-image models cannot be used now: ${how}.`)
}

/** What happened to a picture, by the way its job failed. */
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

const describeStalled = (how: string) =>
  `The file cannot be read now: ${how}. Check its drive or network share; the photo is tried again by itself.`

/** The system's words for what keeps a process from starting, each with what helps. */
const remedies: readonly [RegExp, string][] = [
  [/ENOMEM|EAGAIN|EMFILE|ENFILE/, 'Close other programs: memory or processes are used up.'],
  [/ENOSPC|EDQUOT|no space left/i, 'Free some space on the disk.'],
  [/EACCES|EPERM|ENOENT/, 'Install the program again, and look whether a virus scanner keeps it from starting.'],
]

function describeNotRun(how: string): string {
  const remedy = remedies.find(([words]) => words.test(how))?.[1] ?? 'The log may say more; restart the program.'
  return `Photos cannot be analysed now: ${how}. ${remedy} It is tried again by itself.`
}
