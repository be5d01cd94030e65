import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { hashBytes } from '../../../base/files/hash.ts'

/** A description of files is short. */
const MAX_BYTES = 65_536
const MAX_MS = 30_000

/**
 * The text at an address, if it has the given hash. Rejects with `download-failed` or `checksum-mismatch`, or with the
 * signal's reason.
 */
export async function fetchPinned(
  { address, sha256 }: { address: string; sha256: string },
  signal?: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.timeout(MAX_MS)
  const bytes = await read(address, signal ? AbortSignal.any([signal, limit]) : limit).catch((cause: unknown) => {
    signal?.throwIfAborted()
    if (cause instanceof AppError) throw cause
    throw new AppError('download-failed', say('pairs.nothingRead', { host: hostOf(address) }), { cause })
  })
  if (hashBytes(bytes) !== sha256) throw new AppError('checksum-mismatch', say('pairs.otherHash'))
  return new TextDecoder().decode(bytes)
}

const hostOf = (address: string): string => new URL(address).host

async function read(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal, redirect: 'follow' })
  if (!response.ok)
    throw new AppError('download-failed', say('pairs.answered', { host: hostOf(address), status: response.status }))
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new AppError('download-failed', say('pairs.tooLarge'))
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
