import type { Text } from '../../../contract/sentences/text.ts'
import { say, foreign } from '../../../contract/sentences/say.ts'
import path from 'node:path'
import { AppError, isDiskFull, messageOf } from '../../../contract/errors.ts'
import { ChangedMeanwhile, LeadsOutside } from './replace-file.ts'

/** Why a write failed. A full disk says nothing about the photo; `isFinal` is not tried again automatically. */
export type Failure = { sentence: Text; isDiskFull: boolean; isFinal: boolean }

const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Words an error of writing a file. */
export function describeFailure(error: unknown, file: string): Failure {
  const folder = path.dirname(file)
  const name = path.basename(file)
  const again = (sentence: Text): Failure => ({ sentence, isDiskFull: false, isFinal: false })
  if (isDiskFull(error))
    return {
      ...again(say('writing.diskFull', { path: folder, name })),
      isDiskFull: true,
    }
  if (error instanceof ChangedMeanwhile) return again(say('writing.changed', { name }))
  if (error instanceof LeadsOutside)
    return {
      ...again(say('writing.outside', { name, path: error.message })),
      isFinal: true,
    }
  const { code, message = messageOf(error) } = (error ?? {}) as { code?: string; message?: string }
  if (code !== undefined && NOT_ALLOWED.has(code)) return again(say('writing.forbidden', { name, path: folder }))
  if (code === 'ENOENT') return again(say('writing.folderGone', { path: folder, name }))
  if (error instanceof AppError) return again(error.text)
  return again(
    say('writing.failed', { name, reason: code === 'ETIMEDOUT' ? say('writing.diskSilent') : foreign(message) }),
  )
}
