import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { findPair, readPublished, type FoundPair } from '../pair/find-pair.ts'
import {
  PAIR_FILE,
  PAIR_FOLDER,
  filesOf,
  readPair,
  type InstalledPair,
  type PairManifest,
  type PairRole,
  type PublishedFile,
  type PublishedPair,
} from '../pair/pair-manifest.ts'
import { downloadFile, type DownloadOptions } from './download-file.ts'
import { sizeOf } from './installer-state.ts'
import { placeFile, toWriteError } from './model-files.ts'
import { hashFile, hashBytes } from '../../../base/files/hash.ts'

/** A `pair.json` at an address, identified by its hash; it has the hashes of all other files. */
export type PairAddress = { address: string; sha256: string }
export type PairInstallerOptions = {
  modelsDir: string
  /** Rejects with an AppError if the pair in a folder does not work. */
  tryPair(dir: string): Promise<void>
  /** Limits of a download; for tests. */
  limits?: Pick<DownloadOptions, 'stallMs' | 'waitMs'>
}
export type PairProgress = { signal?: AbortSignal; onBytes?: (received: number, total: number) => void }

/** Installs the one text-image pair of this machine; a new one replaces the old one once it works. */
export class PairInstaller {
  readonly #options: PairInstallerOptions
  readonly #dir: string
  readonly #next: string
  /** Partial downloads, by hash. */
  readonly #parts: string

  constructor(options: PairInstallerOptions) {
    this.#options = options
    this.#dir = join(options.modelsDir, PAIR_FOLDER)
    this.#next = `${this.#dir}.next`
    this.#parts = `${this.#dir}.parts`
  }

  installed(): InstalledPair | null {
    return readPair(this.#dir)
  }

  /** Names of a folder's files that belong to a pair in it; empty if there is none. */
  async filesIn(folder: string): Promise<string[]> {
    const found = await findPair(folder)
    return found === null ? [] : [...Object.values(found.paths).map((path) => basename(path)), ...describing]
  }

  /** Copies a folder's pair; null if there is none. Rejects if it does not work. */
  async installFrom(folder: string): Promise<InstalledPair | null> {
    const found = await findPair(folder)
    if (found === null) return null
    const manifest = await measure(found)
    return this.#place(manifest, (role, target) => placeFile(target, found.paths[role]!))
  }

  /** Downloads a pair. If it stops or fails, partial downloads stay, and the next call resumes them. */
  async installFromAddress(at: PairAddress, progress: PairProgress = {}): Promise<InstalledPair> {
    return this.#download(readPublished(await fetchPinned(at, progress.signal)), at.address, progress)
  }

  /** Downloads a pair of the catalogue, like `installFromAddress`. */
  installOffer(offer: PublishedPair, progress: PairProgress = {}): Promise<InstalledPair> {
    return this.#download(offer, undefined, progress)
  }

  /** `base` is the address to which those of the files are relative. */
  async #download(
    manifest: PublishedPair,
    base: string | undefined,
    { signal, onBytes }: PairProgress,
  ): Promise<InstalledPair> {
    const files = filesOf(manifest.files)
    await mkdir(this.#parts, { recursive: true }).catch((cause: unknown) =>
      Promise.reject(toWriteError(cause, join(this.#parts, PAIR_FILE))),
    )
    const total = totalOf(manifest)
    let arrived = 0
    for (const [, file] of files) {
      const { sha256, bytes, content } = file
      const report = (received: number) => onBytes?.(arrived + received, total)
      const part = this.#partOf(sha256)
      if (content === undefined) {
        const sources = [addressOf(file, base)]
        await downloadFile({ sha256, bytes, sources }, part, { ...this.#options.limits, signal, onBytes: report })
      } else if (hashBytes(Buffer.from(content)) === sha256) await writeFile(part, content)
      else throw new AppError('checksum-mismatch', say('pairs.otherFile', { file: file.file }))
      arrived += bytes
    }
    const pair = await this.#place(manifest, (role, target) =>
      rename(this.#partOf(manifest.files[role]!.sha256), target),
    )
    await rm(this.#parts, { recursive: true, force: true })
    return pair
  }

  /** Removes the pair, and partial downloads of another. */
  async remove(): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true })
    await this.removeArrived()
  }

  /** Removes partial downloads of a pair that is not installed. */
  async removeArrived(): Promise<void> {
    for (const dir of [this.#next, this.#parts]) await rm(dir, { recursive: true, force: true })
  }

  #partOf = (sha256: string) => join(this.#parts, `${sha256}.part`)

  /** Collects the files in a folder beside the present pair, and swaps the two if the new one works. */
  async #place(
    { files, ...rest }: PublishedPair,
    put: (role: PairRole, target: string) => Promise<void>,
  ): Promise<InstalledPair> {
    await rm(this.#next, { recursive: true, force: true })
    await mkdir(this.#next, { recursive: true })
    const kept = Object.fromEntries(
      filesOf(files).map(([role, { sha256, bytes }]) => [role, { file: ownNames[role], sha256, bytes }]),
    ) as PairManifest['files']
    for (const [role] of filesOf(files)) await put(role, join(this.#next, ownNames[role]))
    await writeFile(join(this.#next, PAIR_FILE), JSON.stringify({ ...rest, files: kept }, null, 2))
    const pair = readPair(this.#next)
    if (pair === null) throw new AppError('file-unreadable', say('pairs.notWhole'))
    try {
      await this.#options.tryPair(this.#next)
    } catch (error) {
      await rm(this.#next, { recursive: true, force: true })
      throw error
    }
    await rm(this.#dir, { recursive: true, force: true })
    await rename(this.#next, this.#dir)
    return { ...pair, dir: this.#dir }
  }
}

const ownNames: Record<PairRole, string> = {
  image: 'image.onnx',
  text: 'text.onnx',
  tokenizer: 'tokenizer.json',
  tokenizerConfig: 'tokenizer_config.json',
  projection: 'projection.safetensors',
}
const describing = [PAIR_FILE, 'preprocessor_config.json', 'config.json']

function addressOf({ source, file }: PublishedFile, base: string | undefined): string {
  const address = new URL(source ?? file, base)
  if (address.protocol === 'https:' || address.protocol === 'http:') return address.href
  throw new AppError('download-failed', say('pairs.notOfWeb', { file, protocol: address.protocol }))
}

/** Checks the files against their pinned hashes, or records their hashes if none are pinned. */
async function measure(found: FoundPair): Promise<PublishedPair> {
  const files = {} as PairManifest['files']
  for (const [role, path] of filesOf(found.paths)) {
    const stats = await stat(path).catch(() => null)
    const file = { file: ownNames[role], sha256: stats ? await hashFile(path) : '', bytes: stats?.size ?? 0 }
    if ('manifest' in found && file.sha256 !== found.manifest.files[role]?.sha256)
      throw new AppError('checksum-mismatch', say('pairs.otherFile', { file: basename(path) }))
    files[role] = file
  }
  return { ...('manifest' in found ? found.manifest : found.described), files }
}

/** Bytes of a pair's files. */
export const bytesOf = ({ dir, manifest }: InstalledPair): number =>
  filesOf(manifest.files).reduce((sum, [, { file }]) => sum + sizeOf(join(dir, file)), 0)

/** Bytes that a pair has to fetch. */
export const totalOf = ({ files }: PublishedPair): number =>
  filesOf(files).reduce((sum, [, { bytes }]) => sum + bytes, 0)

/** A description of files is short. */
const MAX_BYTES = 65_536
const MAX_MS = 30_000

/**
 * The text at an address, if it has the given hash. Rejects with `download-failed` or `checksum-mismatch`, or with the
 * signal's reason.
 */
async function fetchPinned(
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
