import { Transform, type Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { messageOf } from '../../contract/errors.ts'
import { ServiceError } from '../errors/service-error.ts'
import { BASE64_GROWTH, createBase64Decoder } from './create-base64-decoder.ts'
import { nameParameter } from './name-parameter.ts'
import type { Received, Sink } from './route.ts'

/** What a form may contain. */
export type FormOptions = {
  /** Maximum size of a picture in bytes. */
  pictureBytes: number
  /** Maximum number of pictures in one body. */
  pictures: number
  /** If true, the body may be missing or anything at all, and only its parameters count. */
  isLenient: boolean
}

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
export async function readMultipart<T>(
  body: Readable,
  type: string,
  options: FormOptions,
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
  readonly #options: FormOptions
  readonly #sink: Sink<T>
  readonly #given: Record<string, unknown> = Object.create(null)
  readonly #openFiles = new Set<Readable>()
  readonly #received: Promise<T>[] = []
  readonly #outcome = Promise.withResolvers<Received<T>>()
  #isOver = false
  #stop = () => {}

  constructor(options: FormOptions, sink: Sink<T>) {
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

/** Refuses a body with too many pictures, instead of silently ignoring some. */
export function tooManyPictures({ pictures: max }: Pick<FormOptions, 'pictures'>): ServiceError {
  return new ServiceError(
    400,
    max === 1
      ? 'image: one picture is taken in a request, and this one has more. Send each in a request of its own.'
      : `image: at most ${max} pictures are taken in one request, and this one has more.`,
  )
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
