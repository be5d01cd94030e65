import { messageOf } from '../../contract/errors.ts'
import type { Hindrance } from './findings.ts'

/** Work on a photo that cannot go on now, for a reason that lies in the machine and not in the photo. */
export class HeldUp extends Error {
  override name = 'HeldUp'
  readonly code = 'held-up'
  readonly by: Hindrance
  constructor(by: Hindrance, message: string, options?: ErrorOptions) {
    super(message, options)
    this.by = by
  }
}

const DISK_FULL = 'A disk that the analysis needs for temporary files is full. Free some space.'
const TOO_MANY_FILES = 'Too many files are open, so that photos cannot be read. Close other programs.'

/** Codes of the system that tell of the place where a file lies, each with a few words. */
const placeCodes: Readonly<Record<string, string>> = {
  EIO: 'its disk reports an error',
  EREMOTEIO: 'its disk reports an error',
  ENXIO: 'its disk is gone',
  ENODEV: 'its disk is gone',
  ENOTCONN: 'its network share is not connected',
  ESTALE: 'its network share was connected anew',
  ETIMEDOUT: 'its network share does not answer',
  EHOSTDOWN: 'its network share does not answer',
  EHOSTUNREACH: 'its network share cannot be reached',
  ENETDOWN: 'its network share cannot be reached',
  ENETUNREACH: 'its network share cannot be reached',
  ECONNRESET: 'its network share closed the connection',
  ECONNABORTED: 'its network share closed the connection',
  EBUSY: 'another program is using it',
}

/** What an error of the system says about the machine; null where it tells of the photo or of the program. */
export function heldUpBy(error: unknown): HeldUp | null {
  if (error instanceof HeldUp) return error
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  // libvips and the model runtime hand on what the system said as text alone.
  if (/^(ENOSPC|EDQUOT)$/.test(code) || /no space left on device|disk quota exceeded/i.test(messageOf(error)))
    return new HeldUp('disk', DISK_FULL, { cause: error })
  if (code === 'EMFILE' || code === 'ENFILE') return new HeldUp('engine', TOO_MANY_FILES, { cause: error })
  const words = placeCodes[code]
  if (words === undefined) return null
  return new HeldUp('file', `The file cannot be read now: ${words} (${code}). Check its drive or network share.`, {
    cause: error,
  })
}
