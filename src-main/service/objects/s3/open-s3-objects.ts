import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { S3Client, CompletedPart } from '@aws-sdk/client-s3'
import {
  checkKey,
  ObjectStoreError,
  type ObjectInfo,
  type ObjectOptions,
  type ObjectStore,
  type ObjectErrorCode,
} from '../../ports/object-store.ts'
import type { S3Address } from './s3-address.ts'

/**
 * Tries per request: the library's growing pauses, a second or two in total, cover short failures. After that the
 * caller answers 503.
 */
const MAX_ATTEMPTS = 4
const CONNECT_MS = 3000
/** A request without any byte for this long is ended. */
const IDLE_MS = 30_000
const READ_BYTES = 256 * 1024

type Library = typeof import('@aws-sdk/client-s3')

/**
 * Objects in storage with an S3 interface; sends no request yet. Credentials come from the usual places:
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine.
 */
export async function openS3Objects(address: S3Address): Promise<ObjectStore> {
  const library = await import('@aws-sdk/client-s3')
  const client = new library.S3Client({
    ...(address.endpoint && { endpoint: address.endpoint }),
    ...(address.region && { region: address.region }),
    forcePathStyle: address.isPathStyle,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: IDLE_MS },
  })
  return new S3Objects(library, client, address)
}

class S3Objects implements ObjectStore {
  readonly title: string
  readonly #library: Library
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  constructor(library: Library, client: S3Client, { bucket, prefix, endpoint }: S3Address) {
    this.#library = library
    this.#client = client
    this.#bucket = bucket
    this.#prefix = prefix
    this.title = `the bucket ${bucket}${endpoint ? ` at ${endpoint}` : ''}`
  }

  async put(key: string, source: string | Readable, { signal }: ObjectOptions = {}): Promise<void> {
    const target = this.#name(key)
    const body = typeof source === 'string' ? createReadStream(source, { highWaterMark: READ_BYTES }) : source
    const failed = { reading: undefined as unknown }
    body.once('error', (error: unknown) => (failed.reading = error))
    try {
      signal?.throwIfAborted()
      await uploadToS3({ library: this.#library, client: this.#client, target }, body, signal)
    } catch (error) {
      throw failed.reading ?? toS3Error(error, `storing "${key}"`, signal)
    } finally {
      body.destroy()
    }
  }

  async read(key: string, { signal }: ObjectOptions = {}): Promise<Readable> {
    const what = `reading "${key}"`
    const command = new this.#library.GetObjectCommand({ ...this.#name(key), ChecksumMode: 'ENABLED' })
    const { Body, ContentLength } = await this.#try(what, signal, () => this.#client.send(command, options(signal)))
    const body = Body as Readable & { source?: Readable }
    // Either may break while nobody reads: the next reader gets the error, and without a listener it would end the
    // process.
    for (const stream of [body, body.source]) stream?.on('error', () => {})
    const answer = Readable.from(checked(body, ContentLength, what, signal), { objectMode: false })
    return answer.once('close', () => body.destroy())
  }

  async find(key: string, { signal }: ObjectOptions = {}): Promise<ObjectInfo | null> {
    const command = new this.#library.HeadObjectCommand(this.#name(key))
    try {
      const found = await this.#try(`looking for "${key}"`, signal, () => this.#client.send(command, options(signal)))
      return { key, bytes: found.ContentLength ?? 0, changedMs: found.LastModified?.getTime() ?? 0 }
    } catch (error) {
      if (error instanceof ObjectStoreError && error.code === 'not-found') return null
      throw error
    }
  }

  async delete(key: string, { signal }: ObjectOptions = {}): Promise<void> {
    const command = new this.#library.DeleteObjectCommand(this.#name(key))
    await this.#try(`deleting "${key}"`, signal, () => this.#client.send(command, options(signal)))
  }

  async *list(prefix: string, { signal }: ObjectOptions = {}): AsyncIterable<ObjectInfo> {
    for (let after: string | undefined; ;) {
      const page = new this.#library.ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: this.#prefix + prefix,
        ContinuationToken: after,
      })
      const found = await this.#try(`listing "${prefix}"`, signal, () => this.#client.send(page, options(signal)))
      for (const { Key = '', Size = 0, LastModified } of found.Contents ?? [])
        yield { key: Key.slice(this.#prefix.length), bytes: Size, changedMs: LastModified?.getTime() ?? 0 }
      if (!found.IsTruncated) return
      after = found.NextContinuationToken
    }
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }

  #name(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + checkKey(key) }
  }

  async #try<T>(what: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    try {
      signal?.throwIfAborted()
      return await work()
    } catch (error) {
      throw toS3Error(error, what, signal)
    }
  }
}

const options = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {})

/** The bytes of an answer; fails if there are fewer than announced. */
async function* checked(
  body: Readable,
  length: number | undefined,
  what: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let seen = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      signal?.throwIfAborted()
      seen += chunk.length
      yield chunk
    }
  } catch (error) {
    throw toS3Error(error, what, signal)
  }
  if (length !== undefined && seen !== length)
    throw new ObjectStoreError('away', `The object store cut its answer off at ${what}: ${seen} of ${length} bytes.`)
}

/**
 * Properties of the client library's errors; checked by name, because the classes come with a module that is loaded
 * late.
 */
type S3Failure = { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

const MISSING = new Set(['NoSuchKey', 'NotFound'])
const DAMAGED = new Set(['BadDigest', 'XAmzContentSHA256Mismatch', 'InvalidDigest', 'XAmzContentChecksumMismatch'])

/** No address, no connection, or a broken one. */
const NETWORK = /^(E[A-Z]+|UND_ERR_\w+|TimeoutError|RequestTimeout)$/

/**
 * Converts an error of the client library to an error of a store; an abort becomes the reason of its signal, and a bug
 * stays unchanged.
 */
function toS3Error(error: unknown, what: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const failure = error as S3Failure
  const code = codeOf(failure)
  if (code === undefined) return error
  const status = failure.$metadata?.httpStatusCode
  const details = [status, failure.name, failure.code]
    .filter((word) => word !== undefined && word !== 'Error')
    .join(' ')
  return new ObjectStoreError(code, `The object store failed at ${what}: ${details}.`, { cause: error })
}

function codeOf({ name = '', code = '', message = '', $metadata }: S3Failure): ObjectErrorCode | undefined {
  const status = $metadata?.httpStatusCode
  if (MISSING.has(name)) return 'not-found'
  if (DAMAGED.has(name) || /^checksum mismatch/i.test(message)) return 'damaged'
  if (/^connection lost/i.test(message)) return 'away'
  if (name === 'CredentialsProviderError') return 'refused'
  if (status === undefined) return $metadata || NETWORK.test(code) || NETWORK.test(name) ? 'away' : undefined
  return status >= 500 || status === 429 || status === 408 || name === 'RequestTimeTooSkewed' ? 'away' : 'refused'
}

// Uploads in parts

/** Larger objects are sent in parts of this size, so that only failed parts are sent again. */
const PART_BYTES = 8 * 1024 * 1024
/** Together with the one being read, the maximum of parts that an upload holds in memory. */
const PARTS_AT_ONCE = 3

type Target = { Bucket: string; Key: string }
type Sender = { library: Library; client: S3Client; target: Target }

/**
 * Stores a stream, in one request or in parts; an incomplete upload in parts is aborted. Each request carries a
 * checksum, which the storage verifies. Rejects with the error of the stream or the client library.
 */
async function uploadToS3(sender: Sender, source: Readable, signal: AbortSignal | undefined): Promise<void> {
  const parts = cutIntoParts(source)
  try {
    const first = await parts.next()
    const second = await parts.next()
    if (second.done) return await putWhole(sender, first.done ? Buffer.alloc(0) : first.value, signal)
    await putInParts(sender, prepend([first.value as Buffer, second.value], parts), signal)
  } finally {
    await parts.return(undefined)
  }
}

async function putWhole({ library, client, target }: Sender, body: Buffer, signal: AbortSignal | undefined) {
  await client.send(new library.PutObjectCommand({ ...target, Body: body, ChecksumAlgorithm: 'CRC32' }), {
    ...(signal && { abortSignal: signal }),
  })
}

async function putInParts(sender: Sender, parts: AsyncIterable<Buffer>, signal: AbortSignal | undefined) {
  const { library, client, target } = sender
  const options = signal && { abortSignal: signal }
  const begin = new library.CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'CRC32' })
  const { UploadId } = await client.send(begin, options)
  const upload = { ...target, UploadId }
  try {
    const sent = await sendParts(sender, upload, parts, signal)
    await client.send(
      new library.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }),
      options,
    )
  } catch (error) {
    // If it cannot be aborted now, the storage's own rule for unfinished uploads deletes it.
    await client.send(new library.AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

/** Sends a few parts at once; the first failure ends the others. */
async function sendParts(
  { library, client }: Sender,
  upload: Target & { UploadId: string | undefined },
  parts: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<CompletedPart[]> {
  const failing = new AbortController()
  const abortSignal = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal
  const sent: CompletedPart[] = []
  const underWay = new Set<Promise<void>>()
  const send = async (PartNumber: number, Body: Buffer) => {
    const command = new library.UploadPartCommand({ ...upload, PartNumber, Body, ChecksumAlgorithm: 'CRC32' })
    const { ETag, ChecksumCRC32 } = await client.send(command, { abortSignal })
    sent.push({ PartNumber, ETag, ChecksumCRC32 })
  }
  const failures: unknown[] = []
  const fail = (error: unknown) => {
    failures.push(error)
    failing.abort()
  }
  try {
    let number = 0
    for await (const part of parts) {
      const sending = send(++number, part)
        .catch(fail)
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
      if (underWay.size >= PARTS_AT_ONCE) await Promise.race(underWay)
      if (failures.length > 0) break
    }
  } catch (error) {
    fail(error)
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
  return sent.sort((a, b) => a.PartNumber! - b.PartNumber!)
}

/** Pieces of `PART_BYTES` each, the last one shorter; none for an empty stream. */
async function* cutIntoParts(source: Readable): AsyncGenerator<Buffer, undefined> {
  let gathered: Buffer[] = []
  let bytes = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    gathered.push(chunk)
    bytes += chunk.length
    while (bytes >= PART_BYTES) {
      const all = Buffer.concat(gathered)
      yield all.subarray(0, PART_BYTES)
      gathered = [all.subarray(PART_BYTES)]
      bytes -= PART_BYTES
    }
  }
  if (bytes > 0) yield Buffer.concat(gathered)
}

async function* prepend<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}
