import { say } from '../../contract/sentences/say.ts'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { CardItem, CardScan } from '../../contract/library/card-import.ts'
import { extensionOf, rawExtensions, videoExtensions } from '../../base/formats/extensions.ts'
import { withOrientation } from '../../base/formats/exif/with-orientation.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { areEqual } from '../files/disk/copy-verified.ts'
import { withPath } from '../host/explain-system-error.ts'
import type { MetadataReader } from '../metadata/host/metadata-reader.ts'
import type { ScannedItem } from './plan-copies.ts'
import { type FoundItem, scanCard } from './scan-card.ts'
import { hashFile } from '../../base/files/hash.ts'

export type CardScansDependencies = {
  catalog: Pick<Catalog, 'cards'>
  metadata: Pick<MetadataReader, 'read'>
  /** A thumbnail of a file without one. */
  render(path: string, signal?: AbortSignal): Promise<{ bytes: Uint8Array; type: string } | null>
}

export type Scan = { source: string; items: ScannedItem[] }

/** Scans that are kept: a window has one open. */
const MAX_SCANS = 4
/** Files whose metadata are read with one message. */
const BATCH = 100

/** The content of cards; windows name items by their numbers in a scan. */
export class CardScans {
  readonly #dependencies: CardScansDependencies
  readonly #scans = new Map<string, Scan>()

  constructor(dependencies: CardScansDependencies) {
    this.#dependencies = dependencies
  }

  /** Scans a card; nothing on it is changed. Throws `bad-params` if it cannot be read. */
  async scan(source: string, signal?: AbortSignal): Promise<CardScan> {
    const { items, unreadable } = await withPath(source, () => scanCard(source, signal))
    const read = await this.#readAll(source, items, signal)
    read.sort((a, b) => a.takenAt.localeCompare(b.takenAt) || a.files[0]!.name.localeCompare(b.files[0]!.name))
    await this.#findKnown(source, read, signal)
    const scanId = randomUUID()
    this.#scans.set(scanId, { source, items: read })
    for (const old of [...this.#scans.keys()].slice(0, -MAX_SCANS)) this.#scans.delete(old)
    return { scanId, label: source, items: read.map(toItem), unreadable }
  }

  /** Throws `bad-params` for a scan that is no longer kept. */
  get(scanId: string): Scan {
    const scan = this.#scans.get(scanId)
    if (scan === undefined) throw new AppError('bad-params', say('cards.longAgo'))
    return scan
  }

  /** Thumbnails of some items as `data:` addresses; null for items without one. */
  async thumbs(scanId: string, indices: readonly number[], signal?: AbortSignal): Promise<(string | null)[]> {
    const { source, items } = this.get(scanId)
    const wanted = indices.flatMap((index) => items[index] ?? [])
    const paths = wanted.map(({ folder, files }) => path.join(source, folder, pictureOf(files.map(({ name }) => name))))
    const readings = await this.#dependencies.metadata.read(paths)
    return Promise.all(
      readings.map(async (reading, at) => {
        const found = reading.ok ? reading.value : null
        if (found?.cameraPicture) {
          const upright = withOrientation(Buffer.from(found.cameraPicture.bytes), orientationOf(found))
          return dataAddress(upright, 'image/jpeg')
        }
        // A picture that cannot be drawn has none here; its import reports what is wrong with the file.
        const made = await this.#dependencies.render(paths[at]!, signal).catch(() => null)
        return made === null ? null : dataAddress(made.bytes, made.type)
      }),
    )
  }

  async #readAll(source: string, items: readonly FoundItem[], signal?: AbortSignal): Promise<ScannedItem[]> {
    const read: ScannedItem[] = []
    for (let at = 0; at < items.length; at += BATCH) {
      signal?.throwIfAborted()
      const piece = items.slice(at, at + BATCH)
      const readings = await this.#dependencies.metadata.read(
        piece.map(({ folder, files }) => path.join(source, folder, files[0]!.name)),
      )
      for (const [index, item] of piece.entries()) {
        const reading = readings[index]
        const metadata = reading?.ok ? reading.value?.metadata : undefined
        read.push({
          ...item,
          takenAt: metadata?.takenAt ?? wallTimeOf(item.files[0]!.modifiedMs),
          camera: metadata?.cameraModel ?? '',
          title: metadata?.title ?? '',
          rating: Math.max(0, metadata?.rating ?? 0),
          isKnown: false,
        })
      }
    }
    return read
  }

  /**
   * Size and time decide, unless several files share them: then the bytes do, also for files that the library dates
   * differently or has not read yet.
   */
  async #findKnown(source: string, items: readonly ScannedItem[], signal?: AbortSignal): Promise<void> {
    const { cards } = this.#dependencies.catalog
    const sizeAndTimeOf = ({ files, takenAt }: ScannedItem) => `${files[0]!.bytes} ${takenAt}`
    const counts = Map.groupBy(items, sizeAndTimeOf)
    for (const item of items) {
      signal?.throwIfAborted() // A file that cannot be compared is a new one; an abandoned scan compares no more.
      const { bytes, name } = item.files[0]!
      const alike = cards.countAlike(bytes, item.takenAt)
      if (alike === 0 && cards.ofSize(bytes).length === 0) continue
      await setImmediate()
      const isAlone = alike === 1 && counts.get(sizeAndTimeOf(item))!.length === 1
      const file = path.join(source, item.folder, name)
      item.isKnown = isAlone || (await isInLibrary(cards, { file, bytes }, signal))
    }
  }
}

/** Whether a file was imported before or is in the library, byte for byte. */
async function isInLibrary(
  cards: Pick<Catalog['cards'], 'isKnown' | 'ofSize'>,
  { file, bytes }: { file: string; bytes: number },
  signal?: AbortSignal,
): Promise<boolean> {
  // A file that cannot be read counts as new: its copy reports the reason.
  if (cards.isKnown(await hashFile(file, signal).catch(() => ''))) return true
  for (const { contentHash, path: other } of cards.ofSize(bytes))
    if (contentHash === '' && (await areEqual(file, other).catch(() => false))) return true
  return false
}

/** The picture of a pair is read faster than its RAW file. */
const pictureOf = (names: readonly string[]): string =>
  names.find((name) => !rawExtensions.has(extensionOf(name))) ?? names[0]!

type Found = { fileOrientation?: number; metadata: { orientation?: number | null } }
const orientationOf = ({ fileOrientation, metadata }: Found) => (fileOrientation ?? metadata.orientation ?? 1) as never

const wallTimeOf = (ms: number): string => {
  const at = new Date(ms)
  return new Date(ms - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

const dataAddress = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`

const toItem = ({ folder, files, takenAt, isKnown }: ScannedItem, index: number): CardItem => ({
  index,
  name: files[0]!.name,
  folder,
  others: files.slice(1).map(({ name }) => name),
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  takenAt,
  isVideo: videoExtensions.has(extensionOf(files[0]!.name)),
  isKnown,
})
