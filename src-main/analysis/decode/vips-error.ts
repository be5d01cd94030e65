import { messageOf } from '../../contract/errors.ts'
import { heldUpBy, type HeldUp } from '../photo/held-up.ts'
import { DecodeFailure } from './decode-failure.ts'

/** Turns an error of libvips into a code and one sentence. */
export function describeVipsError(error: unknown): DecodeFailure | HeldUp {
  if (error instanceof DecodeFailure) return error
  const heldUp = heldUpBy(error)
  if (heldUp !== null) return heldUp
  const message = messageOf(error)
  if (/out of memory/i.test(message))
    return new DecodeFailure('too-large', 'The picture needs more memory than there is.', { cause: error })
  if (/pixel limit/i.test(message))
    return new DecodeFailure('too-large', 'The picture has more pixels than can be decoded safely.', { cause: error })
  if (
    /unsupported|not configured|not supported|not been built in|not a whole number of bytes|bad labq format/i.test(
      message,
    )
  ) {
    return new DecodeFailure('unsupported-format', `This kind of file is not supported${detailOf(message)}.`, {
      cause: error,
    })
  }
  return new DecodeFailure('damaged', `The file is damaged${detailOf(message)}.`, { cause: error })
}

/** The last informative line, without libvips' own prefixes; its messages have one line per failed attempt. */
function detailOf(message: string): string {
  const lines = message.split('\n').map((line) => line.replace(/^Input buffer has corrupt header:\s*/, '').trim())
  const line = lines
    .filter((text) => text !== '' && !/^source: bad seek|set_get_field_type|Unknown error/.test(text))
    .at(-1)
  return line === undefined ? '' : ` (${line.replace(/\.+$/, '').slice(0, 160)})`
}
