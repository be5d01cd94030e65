import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import type { SentenceKey } from '../../contract/sentences/sentences.ts'
import { messageOf, TextError } from '../../contract/errors.ts'
import type { BlockedBy } from './findings.ts'

/** Work on a photo cannot continue now, because of the machine and not because of the photo. */
export class Blocked extends TextError {
  override name = 'Blocked'
  readonly code = 'blocked'
  readonly by: BlockedBy
  constructor(by: BlockedBy, text: Text | string, options?: ErrorOptions) {
    super(text, options)
    this.by = by
  }
}

/** System codes about the place of a file, each with a few words. */
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
export function asBlocked(error: unknown): Blocked | null {
  if (error instanceof Blocked) return error
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  // libvips and the model runtime pass on the system's message only as text.
  if (/^(ENOSPC|EDQUOT)$/.test(code) || /no space left on device|disk quota exceeded/i.test(messageOf(error)))
    return new Blocked('disk', say('pictures.tempFull'), { cause: error })
  if (code === 'EMFILE' || code === 'ENFILE') return new Blocked('engine', say('pictures.filesOpen'), { cause: error })
  const words = placeCodes[code]
  if (words === undefined) return null
  return new Blocked('file', say('pictures.heldUp', { reason: say(words), code }), {
    cause: error,
  })
}
