import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'

/** One field of a protobuf message: its position in the message, and its content without tag and length. */
export type Field = { number: number; start: number; end: number; content: Uint8Array }

const LENGTH_DELIMITED = 2
/** Bytes of a value by its wire type, if fixed. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** The fields of a message in order. Throws `file-unreadable` if the bytes are no complete message. */
export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < message.length;) {
    const start = at
    const tag = readVarint(message, at)
    const wire = tag.value & 7
    const { from, end } = placeOf(message, tag.end, wire)
    if (end > message.length) throw new AppError('file-unreadable', say('models.cutOff'))
    fields.push({ number: tag.value >>> 3, start, end, content: message.subarray(from, end) })
    at = end
  }
  return fields
}

function placeOf(message: Uint8Array, at: number, wire: number): { from: number; end: number } {
  if (wire === 0) return { from: at, end: readVarint(message, at).end }
  if (wire === LENGTH_DELIMITED) {
    const length = readVarint(message, at)
    return { from: length.end, end: length.end + length.value }
  }
  const bytes = FIXED[wire]
  if (bytes === undefined) throw new AppError('file-unreadable', say('models.notOnnx'))
  return { from: at, end: at + bytes }
}

/** A whole number of up to 35 bits and its end. */
export function readVarint(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[at++]
    if (byte === undefined) break
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, end: at }
  }
  throw new AppError('file-unreadable', say('models.notOnnx'))
}

/** All numbers of a packed varint field. */
export function readVarints(content: Uint8Array): number[] {
  const values: number[] = []
  for (let at = 0; at < content.length;) {
    const { value, end } = readVarint(content, at)
    values.push(value)
    at = end
  }
  return values
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) | 0x80)
  }
}

/** A field with a whole number. */
export const number = (field: number, value: number): Uint8Array => concat(varint(field * 8), varint(value))
/** A field with bytes or a nested message. */
export const block = (field: number, content: Uint8Array): Uint8Array =>
  concat(varint(field * 8 + LENGTH_DELIMITED), varint(content.length), content)
/** A field with text. */
export const text = (field: number, value: string): Uint8Array => block(field, new TextEncoder().encode(value))

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
