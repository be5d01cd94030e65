import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { ServiceError } from '../../errors/service-error.ts'
import { createBase64Decoder } from './base64-decoder.ts'
import { nameFault } from './name-fault.ts'
import type { BodyOptions, Received, Sink } from './read-body.ts'
import { createMultipartRepair } from './repair-multipart.ts'

const BOUNDARY = /;\s*boundary=(?:"([^"\\]{1,200})"|([^\s;"\\]{1,200}))/i
/** `image` is the field's name, and `file` what many clients call it; some add brackets to a list. */
const PICTURE_FIELD = /^(?:image|file)(?:\[\d{0,3}\])?$/i
const LIMITS = {
  fieldNameSize: 200,
  fieldSize: 1024 * 1024,
  fields: 1000,
  files: 200,
  parts: 1000,
  headerPairs: 100,
  headerSize: 16 * 1024,
}
const FORM_BYTES = 4 * 1024 * 1024
const BASE64_GROWTH = 1.5

/**
 * Reads a multipart form. Files stream to the sink while the form arrives; fields before and after them count alike.
 */
export async function readMultipart<T>(
  request: IncomingMessage,
  type: string,
  options: BodyOptions,
  sink: Sink<T>,
): Promise<Received<T>> {
  const boundary = BOUNDARY.exec(type)?.slice(1).find(Boolean)
  if (boundary === undefined) {
    request.resume()
    if (options.isLenient) return { given: {}, received: [] }
    throw new ServiceError(400, 'The Content-Type multipart/form-data lacks its boundary.')
  }
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: LIMITS,
    isPartAFile,
    fileHwm: 64 * 1024,
  })
  const repair = createMultipartRepair(
    boundary,
    FORM_BYTES + Math.ceil(options.pictures * options.pictureBytes * BASE64_GROWTH),
  )
  return collectParts(request, repair, parser, options, sink)
}

const isPicture = (name: string | undefined) =>
  name !== undefined && (PICTURE_FIELD.test(name) || name === 'image_base64')
const isPartAFile = (name: string | undefined, _type: string | undefined, filename: string | undefined) =>
  filename !== undefined || isPicture(name)

function collectParts<T>(
  request: IncomingMessage,
  repair: NodeJS.ReadWriteStream & { destroy(): unknown },
  parser: BusboyInstance,
  options: BodyOptions,
  sink: Sink<T>,
): Promise<Received<T>> {
  return new Promise((resolve, reject) => {
    const given: Record<string, unknown> = Object.create(null)
    const open = new Set<Readable>()
    const sinks: Promise<T>[] = []
    let isOver = false
    const finish = (settle: () => void) => {
      if (isOver) return
      isOver = true
      request.off('close', onClose)
      settle()
    }
    // The request stays open so that it can be answered; what still comes is dropped.
    const fail = (error: unknown) =>
      finish(() => {
        request.unpipe()
        request.resume()
        repair.destroy()
        for (const file of open) file.destroy(error as Error)
        void Promise.allSettled(sinks).then(() => reject(error))
      })
    const onClose = () => request.complete || fail(new ServiceError(400, 'The form was cut short.'))

    parser.on('field', (name, value, _nameCut, isCut) => {
      if (isCut) fail(new ServiceError(400, `${name.slice(0, 80)} is longer than a parameter can be.`))
      else if (name !== undefined) given[name] = appendValue(given[name], value)
    })
    parser.on('file', (name, file, filename, encoding) => {
      file.on('error', () => {})
      if (!isPicture(name) || sinks.length >= options.pictures) return void file.resume()
      open.add(file)
      file.once('close', () => open.delete(file))
      const isText = name === 'image_base64' || encoding === 'base64'
      const source = isText ? decodeText(file) : file
      const taken = nameFault(name === 'image_base64' ? name : 'image', sink(source, filename ?? ''))
      sinks.push(taken)
      taken.catch(fail)
    })
    parser.on('error', (error) =>
      fail(
        error instanceof ServiceError
          ? error
          : new ServiceError(400, `image: the multipart form is broken: ${describe(error)}.`, {}, { cause: error }),
      ),
    )
    parser.on(
      'finish',
      () => void Promise.all(sinks).then((received) => finish(() => resolve({ given, received })), fail),
    )
    repair.on('error', fail)
    request.on('close', onClose)
    request.pipe(repair).pipe(parser)
  })
}

function decodeText(file: Readable): Readable {
  const decoder = createBase64Decoder()
  file.on('error', (error: Error) => decoder.destroy(error))
  return file.pipe(decoder)
}

const appendValue = (before: unknown, value: string): unknown =>
  before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]

const describe = (error: unknown) =>
  error instanceof Error && error.message.startsWith('Unexpected end')
    ? 'it ends before its last boundary'
    : 'it cannot be read'
