import { Transform } from 'node:stream'
import { ServiceError } from '../errors/service-error.ts'

/**
 * How many bytes of a body one byte of a picture takes: base64 takes 4 for 3, percent-encoding and line breaks a little
 * more.
 */
export const BASE64_GROWTH = 1.5

const DATA_PREFIX = /^\s*data:[^,]{0,255},/i
/** Maximum length of a prefix in characters. */
const MAX_PREFIX = 300
const NOT_BASE64 = /[^A-Za-z0-9+/=]/

/**
 * Decodes base64 text as a stream: with or without a `data:` prefix, with line breaks and spaces anywhere, in the usual
 * or the URL alphabet. Fails with 400 on any other character.
 */
export function createBase64Decoder(): Transform {
  let head: string | null = ''
  let rest = ''
  const decode = (text: string, isLast: boolean): Buffer => {
    const clean = rest + text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
    if (NOT_BASE64.test(clean)) throw new ServiceError(400, 'The text has characters that are not base64.')
    const whole = isLast ? clean.length : clean.length - (clean.length % 4)
    rest = clean.slice(whole)
    return Buffer.from(clean.slice(0, whole), 'base64')
  }
  const takeHead = (text: string): string | null => {
    if (head === null) return text
    head += text
    if (head.length < MAX_PREFIX && !head.includes(',')) return null
    const body = head.replace(DATA_PREFIX, '')
    head = null
    return body
  }
  const decoder = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        const text = takeHead(chunk.toString('latin1'))
        done(null, text === null ? undefined : decode(text, false))
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        const bytes = decode(head === null ? '' : head.replace(DATA_PREFIX, ''), true)
        done(null, bytes.length > 0 ? bytes : undefined)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  // Its reader gets errors; without a reader, an error must not end the program.
  return decoder.on('error', () => {})
}
