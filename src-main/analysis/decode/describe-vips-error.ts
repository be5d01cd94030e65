import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { messageOf } from '../../contract/errors.ts'
import { asBlocked, type Blocked } from '../photo/blocked.ts'
import { DecodeFailure } from './decode-failure.ts'

/** Converts an error of libvips to a code and one sentence. */
export function describeVipsError(error: unknown): DecodeFailure | Blocked {
  if (error instanceof DecodeFailure) return error
  const blocked = asBlocked(error)
  if (blocked !== null) return blocked
  const message = messageOf(error)
  if (/out of memory/i.test(message))
    return new DecodeFailure('out-of-memory', say('pictures.tooMuchMemory'), { cause: error })
  if (/pixel limit/i.test(message)) return new DecodeFailure('too-large', say('pictures.pixelLimit'), { cause: error })
  if (
    /unsupported|not configured|not supported|not been built in|not a whole number of bytes|bad labq format/i.test(
      message,
    )
  ) {
    return new DecodeFailure('unsupported-format', withDetail('pictures.kindUnsupported', message), {
      cause: error,
    })
  }
  return new DecodeFailure('damaged', withDetail('pictures.damaged', message), { cause: error })
}

/** The sentence, with libvips' message if there is one. */
function withDetail(key: 'pictures.damaged' | 'pictures.kindUnsupported', message: string): Text {
  const detail = detailOf(message)
  return detail === undefined ? say(key) : say(`${key}By`, { detail })
}

/** The last informative line without libvips' prefixes; its messages have one line for each failed attempt. */
function detailOf(message: string): string | undefined {
  const lines = message.split('\n').map((line) => line.replace(/^Input buffer has corrupt header:\s*/, '').trim())
  const line = lines
    .filter((text) => text !== '' && !/^source: bad seek|set_get_field_type|Unknown error/.test(text))
    .at(-1)
  return line?.replace(/\.+$/, '').slice(0, 160)
}
