import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { AppError, isDiskFull, textOf } from '../../../contract/errors.ts'

const reasons: Readonly<Record<string, Text>> = {
  EACCES: say('files.notPermitted'),
  EPERM: say('files.notPermitted'),
  EROFS: say('files.readOnlyDisk'),
  EBUSY: say('files.isOpen'),
  EEXIST: say('files.placeTaken'),
  ENOENT: say('files.gone'),
  ENOTDIR: say('files.belowFile'),
  ENAMETOOLONG: say('files.nameTooLong'),
  EINVAL: say('files.nameRefused'),
  EIO: say('files.diskError'),
}

/** Why a file was not moved, as a sentence. */
export function explainMove(error: unknown): Text {
  if (error instanceof AppError) return error.text
  if (isDiskFull(error)) return say('files.noRoom')
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? say('files.notMoved', { sentence: textOf(error) })
}
