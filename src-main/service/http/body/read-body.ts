import { Readable } from 'node:stream'
import { messageOf } from '../../../contract/errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { parseParameters } from '../parameters/parameters.ts'
import { createBase64Decoder } from './base64-decoder.ts'
import { BASE64_GROWTH, type BodyOptions, type Received, type Sink } from './body-options.ts'
import { nameParameter } from './name-parameter.ts'
import { readBuffered } from './read-buffered.ts'
import { readMultipart } from './read-multipart.ts'

/** Parameters alone are small. */
const PARAMETER_BYTES = 1024 * 1024
const SLICE = 256 * 1024
/** Most that one body may take of the memory that all share; larger pictures are sent as files. */
const BUFFERED_BYTES = 64 * 1024 * 1024

/**
 * Reads a body in any of the shapes that clients send: a multipart or urlencoded form, JSON, or a picture's bytes
 * alone. Pictures go to the sink as they arrive. Throws 400, 413, 415, or what the body fails with, once every sink has
 * ended.
 */
export async function readBody<T>(
  body: Readable,
  type: string,
  options: BodyOptions,
  sink: Sink<T>,
): Promise<Received<T>> {
  const media = type.split(';', 1)[0]!.trim().toLowerCase()
  if (media === 'multipart/form-data')
    return readMultipart(body, type, options, sink).catch((error: unknown) => forgive<T>(error, options))
  if (media === 'application/x-www-form-urlencoded') return readForm(body, options, sink)
  if (media === 'application/json' || media.endsWith('+json')) return readJson(body, options, sink)
  if (options.isLenient) return { given: {}, received: [] }
  if (media.startsWith('image/') || media === 'application/octet-stream')
    return { given: {}, received: options.pictures === 0 ? [] : [await nameParameter('image', sink(body, ''))] }
  throw new ServiceError(
    415,
    `A body of type "${media.slice(0, 80)}" is not understood. Send multipart/form-data, application/x-www-form-urlencoded or application/json.`,
  )
}

/** A form without a part is broken to the letter, and stands for no parameters where none are needed. */
function forgive<T>(error: unknown, { isLenient }: BodyOptions): Received<T> {
  if (isLenient && error instanceof ServiceError && error.status === 400) return { given: {}, received: [] }
  throw error
}

async function readForm<T>(body: Readable, options: BodyOptions, sink: Sink<T>): Promise<Received<T>> {
  using whole = await readBuffered(body, bufferedBytes(options), options.budget)
  return takeBase64(parseParameters(whole.text, options.known), options, sink)
}

async function readJson<T>(body: Readable, options: BodyOptions, sink: Sink<T>): Promise<Received<T>> {
  using whole = await readBuffered(body, bufferedBytes(options), options.budget)
  const value = parseJson(whole.text, options.isLenient)
  if (value === null || value === undefined) return { given: {}, received: [] }
  if (typeof value !== 'object' || Array.isArray(value)) {
    if (options.isLenient) return { given: {}, received: [] }
    throw new ServiceError(400, 'The JSON body must be an object with the parameters.')
  }
  return takeBase64(Object.assign(Object.create(null), value) as Record<string, unknown>, options, sink)
}

function parseJson(text: string, isLenient: boolean): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isLenient) return null
    throw new ServiceError(400, `The body is not valid JSON (${messageOf(error).slice(0, 120)}).`, {}, { cause: error })
  }
}

/** Hands the picture in `image_base64` to the sink and leaves the other parameters. */
async function takeBase64<T>(
  fields: Record<string, unknown>,
  options: BodyOptions,
  sink: Sink<T>,
): Promise<Received<T>> {
  const { image_base64: encoded, ...given } = fields
  const text: unknown = Array.isArray(encoded) ? encoded.at(-1) : encoded
  if (options.pictures === 0 || text === undefined || text === null || text === '') return { given, received: [] }
  if (typeof text !== 'string') throw new ServiceError(400, 'image_base64 must be text.')
  const decoder = createBase64Decoder()
  Readable.from(slices(text)).pipe(decoder)
  return { given, received: [await nameParameter('image_base64', sink(decoder, ''))] }
}

/** A long text in pieces: decoded at once it would be copied several times and hold up everyone else. */
function* slices(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length; at += SLICE) yield Buffer.from(text.slice(at, at + SLICE), 'latin1')
}

const bufferedBytes = ({ pictures, pictureBytes }: BodyOptions) =>
  PARAMETER_BYTES + (pictures > 0 ? Math.min(BUFFERED_BYTES, Math.ceil(pictureBytes * BASE64_GROWTH)) : 0)
