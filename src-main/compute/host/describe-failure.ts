import type { Text, TextValue } from '../../contract/sentences/text.ts'
import { valueInEnglish } from '../../contract/sentences/write-text.ts'
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

/** A failed job as the error of operations; `not-supported-here` says nothing about the picture. */
export function failedOperations({ code, how }: JobFailure): AppError {
  if (code === 'not-run' || code === 'stalled')
    return new AppError('not-supported-here', say('analysis.noPictures', { reason: how }))
  return new AppError(
    'file-unreadable',
    say('analysis.badPicture', { what: code === 'timed-out' ? 'slow' : code, reason: how }),
  )
}

const describeStalled = (how: TextValue) => say('analysis.stalled', { reason: how })

/** The system's messages about a process that cannot start, each with a remedy. */
const remedies: readonly [RegExp, string][] = [
  [/ENOMEM|EAGAIN|EMFILE|ENFILE/, 'closeOthers'],
  [/ENOSPC|EDQUOT|no space left/i, 'freeSpace'],
  [/EACCES|EPERM|ENOENT/, 'installAgain'],
]

function describeNotRun(how: TextValue): Text {
  const remedy = remedies.find(([words]) => words.test(valueInEnglish(how)))?.[1] ?? 'other'
  return say('analysis.notNow', { reason: how, remedy })
}
