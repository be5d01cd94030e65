import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { Log } from '../host/log.ts'
import { isTargetFull } from './target-errors.ts'

const reasons: Readonly<Record<string, Text>> = {
  ENOENT: say('exports.targetGone'),
  EACCES: say('exports.targetForbidden'),
  EPERM: say('exports.targetForbidden'),
  EROFS: say('exports.targetReadOnly'),
}

/** A sentence for the person; unexpected errors go to the log with their stack. */
export function failureReason(error: unknown, log: Log): Text {
  if (error instanceof AppError) return error.text
  if (isTargetFull(error)) return say('exports.targetFull')
  const known = reasons[(error as NodeJS.ErrnoException).code ?? '']
  if (known) return known
  log.error('an export failed', { error })
  return say('exports.notWritten', { reason: messageOf(error).split('\n')[0] ?? '' })
}
