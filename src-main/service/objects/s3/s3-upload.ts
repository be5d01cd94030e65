import type { Readable } from 'node:stream'
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3'

/** Larger objects are sent in parts of this size, so that only failed parts are sent again. */
export const PART_BYTES = 8 * 1024 * 1024
/** Together with the one being read, the maximum of parts that an upload holds in memory. */
const PARTS_AT_ONCE = 3

type Library = typeof import('@aws-sdk/client-s3')
type Target = { Bucket: string; Key: string }
type Sender = { library: Library; client: S3Client; target: Target }

/**
 * Stores a stream, in one request or in parts; an incomplete upload in parts is aborted. Each request carries a
 * checksum, which the storage verifies. Rejects with the error of the stream or the client library.
 */
export async function uploadToS3(sender: Sender, source: Readable, signal: AbortSignal | undefined): Promise<void> {
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
