import { say } from '../../contract/sentences/say.ts'
import type { SentenceKey } from '../../contract/sentences/sentences.ts'
import { messageOf } from '../../contract/errors.ts'
import type { Hindrance } from './findings.ts'

/** Work on a photo cannot continue now, because of the machine and not because of the photo. */
export class HeldUp extends Error {
  override name = 'HeldUp'
  readonly code = 'held-up'
  readonly by: Hindrance
  constructor(by: Hindrance, message: string, options?: ErrorOptions) {
    super(message, options)
    this.by = by
  }
}

/** System codes about the place where a file lies, each with a few words. */
const placeCodes: Readonly<Record<string, SentenceKey>> = {
  EIO: 'pictures.diskError',
  EREMOTEIO: 'pictures.diskError',
  ENXIO: 'pictures.diskGone',
  ENODEV: 'pictures.diskGone',
  ENOTCONN: 'pictures.shareOff',
  ESTALE: 'pictures.shareAnew',
  ETIMEDOUT: 'pictures.shareSilent',
  EHOSTDOWN: 'pictures.shareSilent',
  EHOSTUNREACH: 'pictures.shareAway',
  ENETDOWN: 'pictures.shareAway',
  ENETUNREACH: 'pictures.shareAway',
  ECONNRESET: 'pictures.shareClosed',
  ECONNABORTED: 'pictures.shareClosed',
  EBUSY: 'pictures.inUse',
}

/** What a system error says about the machine; null if it concerns the photo or the program. */
export function heldUpBy(error: unknown): HeldUp | null {
  if (error instanceof HeldUp) return error
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  // libvips and the model runtime pass on the system's message only as text.
  if (/^(ENOSPC|EDQUOT)$/.test(code) || /no space left on device|disk quota exceeded/i.test(messageOf(error)))
    return new HeldUp('disk', say('pictures.tempFull'), { cause: error })
  if (code === 'EMFILE' || code === 'ENFILE') return new HeldUp('engine', say('pictures.filesOpen'), { cause: error })
  const words = placeCodes[code]
  if (words === undefined) return null
  return new HeldUp('file', say('pictures.heldUp', { reason: say(words), code }), {
    cause: error,
  })
}
