import { AppError, messageOf } from '../../contract/errors.ts'
import type { Log } from '../host/log.ts'
import { isTargetFull } from './target-errors.ts'

/** Why a file was not written; `size` is null where it is the whole photo. */
export type Problem = { size: string | null; reason: string }

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'The target folder is no longer there.',
  EACCES: 'The target folder cannot be written; check its permissions.',
  EPERM: 'The target folder cannot be written; check its permissions.',
  EROFS: 'The target folder cannot be written; it is read-only now.',
}

/** A sentence for the person; unexpected errors go to the log with their stack. */
export function reasonOf(error: unknown, log: Log): string {
  if (error instanceof AppError) return error.message
  if (isTargetFull(error)) return 'The target disk is full.'
  const known = reasons[(error as NodeJS.ErrnoException).code ?? '']
  if (known) return known
  log.error('an export failed', { error })
  return `The picture could not be written: ${messageOf(error).split('\n')[0]}`
}

/** All reasons of one photo; sizes are named where only some failed. */
export function summarise(problems: readonly Problem[], sizes: number): string {
  const isWhole = problems.length === sizes || problems.some(({ size }) => size === null)
  const different = [...new Set(problems.map(({ reason }) => reason))]
  if (isWhole) return different.join(' ')
  return different
    .map(
      (reason) =>
        `${problems.flatMap((problem) => (problem.reason === reason ? [problem.size] : [])).join(', ')}: ${reason}`,
    )
    .join(' ')
}
