import { addAbortListener } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { unescape } from 'node:querystring'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import { messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Plan } from '../ports/ports.ts'
import { BASE64_GROWTH, createBase64Decoder } from './create-base64-decoder.ts'
import { nameParameter } from './name-parameter.ts'
import { mergeParameters, parseParameters } from './parameters.ts'
import { type BufferBudget, readBuffered } from './read-buffered.ts'
import { type FormOptions, readMultipart, tooManyPictures } from './read-multipart.ts'
import type { AdmittedRequest } from './request-admission.ts'
import type { Call, Received, Route, Sink } from './route.ts'

/** Maximum size of a body with only parameters. */
const PARAMETER_BYTES = 1024 * 1024
const SLICE = 256 * 1024
/** How much of the shared memory one body may take; larger pictures are sent as files. */
const BUFFERED_BYTES = 64 * 1024 * 1024

type BodyOptions = FormOptions & {
  /** Names of the route's parameters. */
  known: ReadonlySet<string>
  budget: BufferBudget
}

/** Like `BASE64_GROWTH`, if the picture's bytes themselves are percent-encoded. */
const PERCENT_GROWTH = 3

/** One request, and the parameters of its query. */
type ReceiveContext = {
  request: FastifyRequest
  reply: FastifyReply
  query: GivenParameters
  admitted: AdmittedRequest
  /** A body of which nothing arrives for this many milliseconds aborts the request. */
  idleMs: number
}

/** What its route and its account's plan allow. */
type ReceiveRules = Pick<BodyOptions, 'known' | 'budget'> & {
  route: Pick<Route, 'body' | 'picture'>
  plan: Pick<Plan, 'pictureBytes'>
}

/**
 * Reads the body of a request in any form that clients send: a multipart or urlencoded form, JSON, or just the bytes of
 * a picture. Pictures go to the sink as they arrive. Rejects with 400, 413, 415, or the reason of an abort, once every
 * sink has ended.
 */
export function createReceive(
  { request, reply, query, admitted, idleMs }: ReceiveContext,
  { route, plan, ...rules }: ReceiveRules,
): Call['receive'] {
  const options: BodyOptions = { ...bodyOptions(route, plan), ...rules }
  return async (sink) => {
    refuseLargeBody(request, options)
    if (waitsForContinue(request)) reply.raw.writeContinue()
    if (isEmpty(request)) return { given: query, received: [] }
    const source = { request: request.raw, admitted, idleMs }
    const { given, received } = await withBody(source, (body) => readAs(request.bodyType, body, options, sink))
    return { given: mergeParameters(query, given), received }
  }
}

/** Maximum number of pictures in one body of a route that takes several. */
const MAX_PICTURES = 10

function bodyOptions(
  { body, picture }: ReceiveRules['route'],
  { pictureBytes }: ReceiveRules['plan'],
): Pick<BodyOptions, 'pictureBytes' | 'pictures' | 'isLenient'> {
  const pictures = body === 'picture' ? (picture === 'several' ? MAX_PICTURES : 1) : 0
  return { pictureBytes, pictures, isLenient: body === 'parameters' || body === 'none' }
}

function isEmpty({ headers }: FastifyRequest): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0')
}

/** Refuses a body before it arrives if its headers say that it is too large. */
function refuseLargeBody({ headers, bodyType }: FastifyRequest, { pictures, pictureBytes }: BodyOptions): void {
  const growth = /urlencoded/i.test(bodyType) ? PERCENT_GROWTH : BASE64_GROWTH
  const maxBytes = 8 * 1024 * 1024 + pictures * pictureBytes * growth
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw new ServiceError(
      413,
      `image: the body is larger than this plan takes; a picture may have ${pictureBytes} bytes.`,
    )
}

const waitsForContinue = ({ headers }: FastifyRequest) => /^100-continue$/i.test(headers.expect ?? '')

/** A request with a body, and how it is aborted. */
type BodySource = Pick<ReceiveContext, 'admitted' | 'idleMs'> & { request: IncomingMessage }

/**
 * Calls `read` with a request's body as a stream, which fails with the reason once the request is aborted. If nothing
 * of the body arrives for `idleMs`, it aborts the request itself with a 400, and the connection ends with the answer.
 * Settles together with `read`; the rest of the body is then discarded.
 */
async function withBody<T>(
  { request, admitted: { signal, abort }, idleMs }: BodySource,
  read: (body: Readable) => Promise<T>,
): Promise<T> {
  // A separate stream, because destroying the request's own would end the connection before the answer.
  const body = new PassThrough()
  body.on('error', () => {}) // also when nobody reads any more
  const onIdle = () =>
    abort(new ServiceError(400, `The body stopped arriving for ${idleMs / 1000} seconds.`, { connection: 'close' }))
  const onEnd = () => void request.setTimeout(0)
  using _ = addAbortListener(signal, () => body.destroy(signal.reason as Error))
  if (!request.complete) request.setTimeout(idleMs, onIdle).once('end', onEnd)
  request.pipe(body)
  try {
    return await read(body)
  } finally {
    request.setTimeout(0).off('timeout', onIdle).off('end', onEnd).unpipe(body)
    request.resume()
    body.destroy()
  }
}

async function readAs<T>(type: string, body: Readable, options: BodyOptions, sink: Sink<T>): Promise<Received<T>> {
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

/** A form without parts is malformed, strictly speaking, but means no parameters if none are needed. */
function forgive<T>(error: unknown, { isLenient }: BodyOptions): Received<T> {
  if (isLenient && error instanceof ServiceError && error.status === 400) return { given: {}, received: [] }
  throw error
}

async function readForm<T>(body: Readable, options: BodyOptions, sink: Sink<T>): Promise<Received<T>> {
  using whole = await readBuffered(body, bufferedBytes(options, PERCENT_GROWTH), options.budget)
  const { image, ...fields } = parseParameters(whole.text, options.known)
  return takePictures(fields, joinLines(image).map(openEncoded), options, sink)
}

async function readJson<T>(body: Readable, options: BodyOptions, sink: Sink<T>): Promise<Received<T>> {
  using whole = await readBuffered(body, bufferedBytes(options, BASE64_GROWTH), options.budget)
  const value = parseJson(whole.text, options.isLenient)
  if (value === null || value === undefined) return { given: {}, received: [] }
  if (typeof value !== 'object' || Array.isArray(value)) {
    if (options.isLenient) return { given: {}, received: [] }
    throw new ServiceError(400, 'The JSON body must be an object with the parameters.')
  }
  const { image, ...fields } = Object.assign(Object.create(null), value) as Record<string, unknown>
  return takePictures(fields, textsIn({ image }, 'image').map(openBase64), options, sink)
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

/** Passes the pictures in the fields `image` and `image_base64` to the sink; the other parameters remain. */
async function takePictures<T>(
  fields: Record<string, unknown>,
  images: readonly Readable[],
  options: BodyOptions,
  sink: Sink<T>,
): Promise<Received<T>> {
  const { image_base64: encoded, ...given } = fields
  if (options.pictures === 0) return { given, received: [] }
  const pictures = [
    ...images.map((picture) => ({ field: 'image', picture })),
    ...textsIn({ encoded }, 'image_base64').map((text) => ({ field: 'image_base64', picture: openBase64(text) })),
  ]
  if (pictures.length > options.pictures) throw tooManyPictures(options)
  const received: T[] = []
  for (const { field, picture } of pictures) received.push(await nameParameter(field, sink(picture, '')))
  return { given, received }
}

/** The values of a field, given once or as a list; throws 400 if one is not text. */
function textsIn(field: Record<string, unknown>, name: string): string[] {
  const values = Object.values(field).flat()
  return values
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map((value) => {
      if (typeof value === 'string') return value
      throw new ServiceError(400, `${name} must be text.`)
    })
}

function openBase64(text: string): Readable {
  const decoder = createBase64Decoder()
  Readable.from(slices(text)).pipe(decoder)
  return decoder
}

/** Cuts a long text into pieces; decoding it at once would copy it several times and delay all other requests. */
function* slices(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length; at += SLICE) yield Buffer.from(text.slice(at, at + SLICE), 'latin1')
}

const bufferedBytes = ({ pictures, pictureBytes }: BodyOptions, growth: number) =>
  PARAMETER_BYTES + (pictures > 0 ? Math.min(BUFFERED_BYTES, Math.ceil(pictureBytes * growth)) : 0)

// The field `image` of a urlencoded form, still percent-encoded: the bytes of a picture, or its base64 text

const LINE_END = /(?:%0a|\n)$/i
/** No picture file begins with this many base64 characters. */
const RECOGNISED_AFTER = 256
const BASE64 = /^\s*(?:data:[^,]*(?:,|$))?[\w+/=\s-]*$/

/** Python's `data=` sends an open file as its lines, each in a separate field; other values are separate pictures. */
function joinLines(image: string | string[] | undefined): string[] {
  const values = [image ?? []].flat().filter((value) => value !== '')
  return values.length > 1 && values.slice(0, -1).every((value) => LINE_END.test(value)) ? [values.join('')] : values
}

function openEncoded(value: string): Readable {
  const beginning = value.slice(0, RECOGNISED_AFTER).replace(/%.?$/, '')
  // a plus sign means itself in base64, and a space elsewhere
  return BASE64.test(unescape(beginning)) ? openBase64(unescape(value)) : Readable.from(percentDecoded(value))
}

function* percentDecoded(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length;) {
    const cut = text.lastIndexOf('%', at + SLICE)
    const end = cut > at + SLICE - 3 ? cut : at + SLICE
    yield decodePercent(Buffer.from(text.slice(at, end), 'latin1'))
    at = end
  }
}

const [PERCENT, PLUS, SPACE] = [...Buffer.from('%+ ')]

/** Decodes in place, because the result is never longer. A percent sign without two hex digits means itself. */
function decodePercent(bytes: Buffer): Buffer {
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const code = byte === PERCENT ? hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2]) : NaN
    if (!Number.isNaN(code)) at += 2
    bytes[length++] = Number.isNaN(code) ? (byte === PLUS ? SPACE! : byte) : code
  }
  return bytes.subarray(0, length)
}

/** NaN if it is not a hex digit. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : NaN
}
