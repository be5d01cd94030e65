import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import type { SentenceKey } from '../../contract/sentences/sentences.ts'
import { messageOf, TextError } from '../../contract/errors.ts'
import type { Hindrance } from './findings.ts'

/** Work on a photo that cannot go on now, for a reason that lies in the machine and not in the photo. */
export class HeldUp extends TextError {
  override name = 'HeldUp'
  readonly code = 'held-up'
  readonly by: Hindrance
  constructor(by: Hindrance, text: Text | string, options?: ErrorOptions) {
    super(text, options)
    this.by = by
  }
}

/** Codes of the system that tell of the place where a file lies, each with a few words. */
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

/** What an error of the system says about the machine; null where it tells of the photo or of the program. */
export function heldUpBy(error: unknown): HeldUp | null {
  if (error instanceof HeldUp) return error
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  // libvips and the model runtime hand on what the system said as text alone.
  if (/^(ENOSPC|EDQUOT)$/.test(code) || /no space left on device|disk quota exceeded/i.test(messageOf(error)))
    return new HeldUp('disk', say('pictures.tempFull'), { cause: error })
  if (code === 'EMFILE' || code === 'ENFILE') return new HeldUp('engine', say('pictures.filesOpen'), { cause: error })
  const words = placeCodes[code]
  if (words === undefined) return null
  return new HeldUp('file', say('pictures.heldUp', { reason: say(words), code }), {
    cause: error,
  })
}
