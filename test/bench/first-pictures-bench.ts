import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { createLibrary, type OpenLibrary } from '../../src-main/library/library.ts'
import { readBlocks } from '../../src-main/library/metadata/read-metadata.ts'
import { withCameraPicture } from '../fixtures/camera-files.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { buildRaf } from '../fixtures/raw-files.ts'

/**
 * Camera files, each with a small picture in it, and the seconds until all must be visible. Some have bars around the
 * photo, as in 4:3 pictures.
 */
const kinds = [
  { name: 'JPEG files', extension: 'jpg', small: [150, 100], count: 5_000, limit: 5 },
  { name: 'JPEG files with bars', extension: 'jpg', small: [160, 120], count: 5_000, limit: 5 },
  { name: 'RAW files', extension: 'raf', small: [150, 100], count: 1_000, limit: 3 },
] as const
/** Pictures that a window requests at once. */
const AT_ONCE = 6
const POLL_EVERY_MS = 20
/** Bytes at the start of a file that contain most metadata. */
const HEAD_BYTES = 64 * 1024
/** The time limit for reading heads with sizes and pictures, as a multiple of merely reading their bytes. */
const HEADS_LIMIT = 3

const log = { debug() {}, info() {}, warn: console.warn, error: console.error }

/** Each file ends with different bytes, as photos do. */
async function makeFiles(folder: string, kind: (typeof kinds)[number]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const jpeg = await drawPicture({ width: 3000, height: 2000, seed: 5 })
  const [width, height] = kind.small
  const small = await sharp(jpeg).resize(width, height, { fit: 'contain', background: '#000' }).jpeg().toBuffer()
  const whole = withCameraPicture(jpeg, small)
  const file = kind.extension === 'jpg' ? whole : buildRaf(whole)
  for (let at = 0; at < kind.count; at++) {
    const name = `p${String(at).padStart(4, '0')}.${kind.extension}`
    writeFileSync(join(folder, name), Buffer.concat([file, Buffer.from(String(at).padStart(8, '0'))]))
  }
}

/** Requests the picture of each photo in turn, as a window would that shows all of them. */
async function showAll(library: OpenLibrary, count: number): Promise<void> {
  const seen = new Set<number>()
  while (seen.size < count) {
    const { total } = await library.calls.photos.list({})
    const fresh = Array.from({ length: total }, (_, at) => at + 1).filter((id) => !seen.has(id))
    const lanes = Array.from({ length: AT_ONCE }, () => showSome(library, fresh, seen))
    await Promise.all(lanes)
    await setTimeout(POLL_EVERY_MS)
  }
}

async function showSome(library: OpenLibrary, ids: number[], seen: Set<number>): Promise<void> {
  for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
    const picture = await library.serveImage({ photoId: id, kind: 'thumb' })
    if (picture !== null) seen.add(id)
  }
}

/** Microseconds a file by the clock, of the faster of two rounds over all: the first one also warms up. */
async function timeEach(paths: readonly string[], read: (path: string) => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 2; round++) {
    const began = performance.now()
    for (const path of paths) await read(path)
    rounds.push(((performance.now() - began) * 1000) / paths.length)
  }
  return Math.min(...rounds)
}

async function readBare(path: string): Promise<void> {
  const file = await open(path)
  await file.read(Buffer.allocUnsafe(HEAD_BYTES), 0, HEAD_BYTES, 0)
  await file.close()
}

/** Prints the cost of reading the heads of a folder's files, compared with merely reading their bytes. */
async function compareHeads(photos: string): Promise<void> {
  const paths = readdirSync(photos).map((name) => join(photos, name))
  const bare = await timeEach(paths, readBare)
  const heads = await timeEach(paths, (path) => readBlocks(path, { withMedia: true }))
  const verdict = heads <= HEADS_LIMIT * bare ? 'PASS' : 'FAIL'
  console.log(
    `  heads: ${heads.toFixed(0)} µs a file, ${(heads / bare).toFixed(1)}x of ${bare.toFixed(0)} µs bare (limit ${HEADS_LIMIT}x) ${verdict}`,
  )
}

async function measure(kind: (typeof kinds)[number]): Promise<number> {
  const dir = makeTempFolder('bench-first')
  const photos = join(dir, 'photos')
  await makeFiles(photos, kind)
  await compareHeads(photos)
  const library = await createLibrary({
    libraryDir: join(dir, 'library'),
    resourcesDir,
    modelsDir: join(dir, 'models'),
    log,
    owner: 'bench',
    watch: true,
  })
  try {
    const began = performance.now()
    await library.hostCalls.addFolder({ path: photos })
    await showAll(library, kind.count)
    return (performance.now() - began) / 1000
  } finally {
    await library.close()
    removeFolder(dir)
  }
}

if (import.meta.main)
  for (const kind of kinds) {
    const seconds = await measure(kind)
    const verdict = seconds <= kind.limit ? 'PASS' : 'FAIL'
    console.log(
      `${kind.count} ${kind.name}: a picture of each after ${seconds.toFixed(1)} s (limit ${kind.limit} s) ${verdict}`,
    )
  }
