import path from 'node:path'
import { AppError, isDiskFull, messageOf } from '../../contract/errors.ts'
import { ChangedMeanwhile, LeadsOutside } from './replace-file.ts'

/** Why a write did not succeed. A full disk says nothing about the photo; `isFinal` is not tried again by itself. */
export type Failure = { sentence: string; isDiskFull: boolean; isFinal: boolean }

const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Words what went wrong while a file was written. */
export function describeFailure(error: unknown, file: string): Failure {
  const folder = path.dirname(file)
  const name = path.basename(file)
  const again = (sentence: string): Failure => ({ sentence, isDiskFull: false, isFinal: false })
  if (isDiskFull(error))
    return {
      ...again(`The disk of ${folder} is full, so that ${name} cannot be written. Free some space.`),
      isDiskFull: true,
    }
  if (error instanceof ChangedMeanwhile)
    return again(`${name} was changed by another program while it was to be written.`)
  if (error instanceof LeadsOutside)
    return {
      ...again(`${name} is a link to ${error.message}, outside the watched folders, and is left as it is.`),
      isFinal: true,
    }
  const { code, message = messageOf(error) } = (error ?? {}) as { code?: string; message?: string }
  if (code !== undefined && NOT_ALLOWED.has(code))
    return again(`${name} may not be written in ${folder}. Allow writing there, or have metadata written nowhere.`)
  if (code === 'ENOENT') return again(`${folder} is not there, so that ${name} cannot be written.`)
  if (error instanceof AppError) return again(error.message)
  return again(`${name} cannot be written: ${message.replace(/\.$/, '')}.`)
}
