import type { z } from 'zod'
import { readParameters, type GivenParameters } from '../../contract/analysis/operations/read-parameters.ts'
import type { HeldPicture, Plan } from '../ports/ports.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { nameParameter } from './name-parameter.ts'
import { textOf, mergeParameters, parseParameters } from './parameters.ts'
import type { Call, Received, Route, Sink } from './route.ts'
import type { CallAnswer, CallResults, OperationCall } from '../../analysis/operations/calls.ts'
import { AppError, messageOf } from '../../contract/errors.ts'
import { unescape } from 'node:querystring'
import { Readable, PassThrough, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdmittedRequest } from './request-admission.ts'
import { addAbortListener } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'

/** A picture of a request, and the parameter that gave it; it is released when the request is over. */
export type GivenPicture = { held: HeldPicture; parameter: string }

/** A request's picture and its parameters: as given, for the engine, and checked. */
type PictureRequest<P, Picture = GivenPicture> = { given: GivenParameters; params: P; picture: Picture }

type PictureDependencies = Pick<RouteDependencies, 'uploads' | 'fetcher'>

/**
 * Reads body, parameters and picture of a request that must have one. Parameters are checked before a picture is
 * fetched.
 */
export async function receivePicture<S extends z.ZodObject>(
  call: Call,
  dependencies: PictureDependencies,
  schema: S,
): Promise<PictureRequest<z.output<S>>> {
  const { picture, ...rest } = await receiveMaybePicture(call, dependencies, schema)
  if (picture) return { ...rest, picture }
  throw new ServiceError(
    400,
    'image_url is missing: give the picture as image_url or image_upload_id, or POST it as image or image_base64.',
  )
}

/**
 * Like `receivePicture`, but null if the request has no picture. If it has several, the body precedes an upload, and
 * that precedes an address.
 */
export async function receiveMaybePicture<S extends z.ZodObject>(
  call: Call,
  dependencies: PictureDependencies,
  schema: S,
): Promise<PictureRequest<z.output<S>, GivenPicture | null>> {
  const { signal, account } = call
  const { given: all, received } = await call.receive((body, filename) =>
    hold(call, dependencies.uploads.hold(body, { bytes: account.plan.pictureBytes, filename, signal })),
  )
  const given = pickKnown(all, schema)
  const params = readParameters(schema, given)
  const [sent] = received
  if (sent) return { given, params, picture: { held: sent, parameter: 'image' } }
  return { given, params, picture: await findPicture(call, dependencies, all) }
}

async function findPicture(
  call: Call,
  { uploads, fetcher }: PictureDependencies,
  given: GivenParameters,
): Promise<GivenPicture | null> {
  const uploadId = textOf(given, 'image_upload_id')
  if (uploadId !== null)
    return named('image_upload_id', hold(call, uploads.find(call.account, uploadId, call.admission.upload)))
  const url = textOf(given, 'image_url')
  if (url !== null)
    return named('image_url', hold(call, fetcher.fetch(url, { bytes: call.account.plan.pictureBytes }, call.signal)))
  return null
}

async function named(parameter: string, held: Promise<HeldPicture>): Promise<GivenPicture> {
  return { held: await nameParameter(parameter, held), parameter }
}

/** Holds a picture until the request is over. */
async function hold(call: Pick<Call, 'defer'>, picture: Promise<HeldPicture>): Promise<HeldPicture> {
  const held = await picture
  call.defer(() => held.release())
  return held
}

/** Parameters that the operation knows; the others are dropped. */
export function pickKnown(given: GivenParameters, { shape }: z.ZodObject): GivenParameters {
  return Object.fromEntries(
    Object.keys(shape)
      .filter((name) => given[name] !== undefined)
      .map((name) => [name, given[name]]),
  )
}

/** The results of calls, in order. */
export type Values<C extends readonly OperationCall[]> = { [K in keyof C]: CallResults[C[K]['operation']] }

/** Runs several operations on one picture, which is decoded once; throws the error of the first one that fails. */
export async function analyse<const C extends readonly OperationCall[]>(
  call: Call,
  { analysis }: Pick<RouteDependencies, 'analysis'>,
  { held, parameter }: GivenPicture,
  calls: C,
): Promise<Values<C>> {
  const answers: readonly CallAnswer[] = await analysis.run(call.account, held, calls, call.signal)
  return nameParameter(
    parameter,
    Promise.resolve(answers).then((all) => all.map(valueOf)),
  ) as Promise<Values<C>>
}

/** The result of an operation; throws the AppError of one that was refused. */
function valueOf(answer: CallAnswer): CallResults[keyof CallResults] {
  if (answer.ok) return answer.value
  throw new AppError(answer.code, answer.message)
}

// The body of a request

/** Maximum size of a body with only parameters. */
const PARAMETER_BYTES = 1024 * 1024
const SLICE = 256 * 1024
/** How much of the shared memory one body may take; larger pictures are sent as files. */
const BUFFERED_BYTES = 64 * 1024 * 1024

type BodyOptions = {
  /** Maximum size of a picture in bytes. */
  pictureBytes: number
  /** Maximum number of pictures in one body. */
  pictures: number
  /** Names of the route's parameters. */
  known: ReadonlySet<string>
  budget: BufferBudget
  /** If true, the body may be missing or anything at all, and only its parameters count. */
  isLenient: boolean
}

/**
 * How many bytes of a body one byte of a picture takes: base64 takes 4 for 3, percent-encoding and line breaks a little
 * more.
 */
const BASE64_GROWTH = 1.5
/** The same if the picture's bytes themselves are percent-encoded. */
const PERCENT_GROWTH = 3

/** Memory in bytes for all bodies that have to be held as a whole. */
export type BufferBudget = { free: number }

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

/** Refuses a body with too many pictures, instead of silently ignoring some. */
function tooManyPictures({ pictures: max }: Pick<BodyOptions, 'pictures'>): ServiceError {
  return new ServiceError(
    400,
    max === 1
      ? 'image: one picture is taken in a request, and this one has more. Send each in a request of its own.'
      : `image: at most ${max} pictures are taken in one request, and this one has more.`,
  )
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

// Multipart forms

const BOUNDARY = /;\s*boundary=(?:"([^"\\]{1,200})"|([^\s;"\\]{1,200}))/i
/** The field's name is `image`; many clients call it `file`, and some add the brackets of a list. */
const PICTURE_FIELD = /^(?:image|file)(?:\[\d{0,3}\])?$/i
const FORM_LIMITS = {
  fieldNameSize: 200,
  fieldSize: 1024 * 1024,
  fields: 1000,
  files: 200,
  parts: 1000,
  headerPairs: 100,
  headerSize: 16 * 1024,
}
const FORM_BYTES = 4 * 1024 * 1024

/** Reads a multipart form. Files stream to the sink while the form arrives; fields may come before or after them. */
async function readMultipart<T>(
  body: Readable,
  type: string,
  options: BodyOptions,
  sink: Sink<T>,
): Promise<Received<T>> {
  const boundary = BOUNDARY.exec(type)?.slice(1).find(Boolean)
  if (boundary === undefined) {
    if (options.isLenient) return { given: {}, received: [] }
    throw new ServiceError(400, 'The Content-Type multipart/form-data lacks its boundary.')
  }
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: FORM_LIMITS,
    isPartAFile,
    fileHwm: 64 * 1024,
  })
  const repair = createMultipartRepair(
    boundary,
    FORM_BYTES + Math.ceil(options.pictures * options.pictureBytes * BASE64_GROWTH),
  )
  return new MultipartReader(options, sink).read(body, repair, parser)
}

const isPicture = (name: string | undefined) =>
  name !== undefined && (PICTURE_FIELD.test(name) || name === 'image_base64')
const isPartAFile = (name: string | undefined, _type: string | undefined, filename: string | undefined) =>
  filename !== undefined || isPicture(name)

/** Collects the parts of one form. It settles once, with its last part or the first error. */
class MultipartReader<T> {
  readonly #options: BodyOptions
  readonly #sink: Sink<T>
  readonly #given: Record<string, unknown> = Object.create(null)
  readonly #openFiles = new Set<Readable>()
  readonly #received: Promise<T>[] = []
  readonly #outcome = Promise.withResolvers<Received<T>>()
  #isOver = false
  #stop = () => {}

  constructor(options: BodyOptions, sink: Sink<T>) {
    this.#options = options
    this.#sink = sink
  }

  read(body: Readable, repair: Transform, parser: BusboyInstance): Promise<Received<T>> {
    this.#stop = () => void body.unpipe(repair)
    parser.on('field', (name, value, _nameCut, isCut) => this.#addField(name, value, isCut))
    parser.on('file', (name, file, filename, encoding) => this.#addFile(name, file, filename, encoding))
    parser.on('error', (error) => this.#fail(asFormError(error)))
    parser.on('finish', () => void this.#finish())
    for (const stream of [body, repair]) stream.on('error', (error) => this.#fail(error))
    body.pipe(repair).pipe(parser)
    return this.#outcome.promise
  }

  #addField(name: string, value: string, isCut: boolean): void {
    if (isCut) this.#fail(new ServiceError(400, `${name.slice(0, 80)} is longer than a parameter can be.`))
    else if (name !== undefined) this.#given[name] = appendValue(this.#given[name], value)
  }

  #addFile(name: string, file: Readable, filename: string, encoding: string): void {
    file.on('error', () => {})
    if (this.#options.pictures === 0) return void file.resume()
    if (!isPicture(name)) return this.#refuseFile(file, unknownFile(name))
    if (this.#received.length >= this.#options.pictures) return this.#refuseFile(file, tooManyPictures(this.#options))
    this.#openFiles.add(file)
    file.once('close', () => this.#openFiles.delete(file))
    const isText = name === 'image_base64' || encoding === 'base64'
    const source = isText ? decodeText(file) : file
    const parameter = name === 'image_base64' ? name : 'image'
    const received = nameParameter(parameter, this.#sink(source, filename ?? ''))
    this.#received.push(received)
    received.catch((error: unknown) => this.#fail(error))
  }

  /** An empty file input of a browser sends a part without bytes, which is not a file. */
  #refuseFile(file: Readable, error: ServiceError): void {
    file.once('data', () => this.#fail(error)).resume()
  }

  async #finish(): Promise<void> {
    try {
      const received = await Promise.all(this.#received)
      if (this.#isOver) return
      this.#isOver = true
      this.#outcome.resolve({ given: this.#given, received })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** The promise rejects when every sink has ended. */
  #fail(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stop()
    for (const file of this.#openFiles) file.destroy(error as Error)
    void Promise.allSettled(this.#received).then(() => this.#outcome.reject(error))
  }
}

const unknownFile = (field = '') =>
  new ServiceError(
    400,
    `image: a file came in the field "${field.slice(0, 80)}", which takes none. Send a picture in the field image.`,
  )

function decodeText(file: Readable): Readable {
  const decoder = createBase64Decoder()
  file.on('error', (error: Error) => decoder.destroy(error))
  return file.pipe(decoder)
}

const appendValue = (before: unknown, value: string): unknown =>
  before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]

function asFormError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const isCutShort = messageOf(error).startsWith('Unexpected end')
  const reason = isCutShort ? 'it ends before its last boundary' : 'it cannot be read'
  return new ServiceError(400, `image: the multipart form is broken: ${reason}.`, {}, { cause: error })
}

/** How many bytes after the last boundary are searched for it. */
const EPILOGUE = 128
const DASHES = Buffer.from('--')

/**
 * Passes a multipart body on and repairs its end: some clients write the last boundary without the dashes before or
 * after it. Fails with 413 after more than `maxBytes`.
 */
function createMultipartRepair(boundary: string, maxBytes: number): Transform {
  const mark = Buffer.from(boundary, 'latin1')
  const window = mark.length + 8 + EPILOGUE
  let held = Buffer.alloc(0)
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > maxBytes)
        return done(new ServiceError(413, `The body is larger than the ${maxBytes} bytes that are taken here.`))
      const all = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const cut = Math.max(0, all.length - window)
      held = Buffer.from(all.subarray(cut))
      done(null, cut > 0 ? all.subarray(0, cut) : undefined)
    },
    flush(done) {
      done(null, repairEnd(held, mark))
    },
  })
}

/**
 * The end of a body with its last boundary as the standard defines it; unchanged if there is no boundary near the end.
 */
function repairEnd(end: Buffer, mark: Buffer): Buffer {
  const at = end.lastIndexOf(mark)
  if (at < 0) return end
  const after = end.subarray(at + mark.length)
  const isLast = after.subarray(0, 2).equals(DASHES)
  // Text after a boundary without dashes is the header of a part that was cut off.
  if (!isLast && after.toString('latin1').trim() !== '') return end
  const before = end.subarray(0, at)
  const hasDashes = before.subarray(-2).equals(DASHES)
  const isAtLineStart = before.subarray(-1).toString('latin1') === '\n' || before.length === 0
  if (!hasDashes && !isAtLineStart) return end
  return Buffer.concat([before, hasDashes ? Buffer.alloc(0) : DASHES, mark, DASHES, Buffer.from('\r\n')])
}

// Bodies that are held as a whole

type BufferedBody = { text: string } & Disposable

/**
 * Reads a whole body of at most `maxBytes` as text. Throws 413, 503 if other bodies take too much memory, or the body's
 * own error. Disposing of the result returns the memory.
 */
async function readBuffered(body: Readable, maxBytes: number, budget: BufferBudget): Promise<BufferedBody> {
  let taken = 0
  const giveBack = () => {
    budget.free += taken
    taken = 0
  }
  const take = (bytes: number) => {
    if (taken + bytes > maxBytes)
      throw new ServiceError(
        413,
        `The body is larger than the ${maxBytes} bytes that are taken. Send the picture as a multipart file, or a smaller one.`,
      )
    if (bytes > budget.free)
      throw new ServiceError(503, 'The service holds too many large bodies at the moment. Try again soon.', {
        'retry-after': '2',
      })
    budget.free -= bytes
    taken += bytes
  }
  try {
    const chunks: Buffer[] = []
    for await (const chunk of body as AsyncIterable<Buffer>) {
      take(chunk.length)
      chunks.push(chunk)
    }
    return { text: Buffer.concat(chunks).toString('utf8'), [Symbol.dispose]: giveBack }
  } catch (error) {
    giveBack()
    throw error
  }
}

// Base64

const DATA_PREFIX = /^\s*data:[^,]{0,255},/i
/** Maximum length of a prefix in characters. */
const MAX_PREFIX = 300
const NOT_BASE64 = /[^A-Za-z0-9+/=]/

/**
 * Decodes base64 text as a stream: with or without a `data:` prefix, with line breaks and spaces anywhere, in the usual
 * or the URL alphabet. Fails with 400 on any other character.
 */
function createBase64Decoder(): Transform {
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
