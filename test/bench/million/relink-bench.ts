import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { Figures, timed } from './figures.ts'
import { openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { folderOf, putBack } from './put-back.ts'

/** Eleven thousand files that were moved while the library was closed are recognised after its start. */
const MOVED = 11_000
const PER_FOLDER = 1000
const POLL_MS = 100
/** One in this many files is polled until it is there; counting all would cost as much as the work itself. */
const SAMPLE = 250

/** Moves photos of the first folders into new ones, each file by itself, as another program would. */
function moveFiles(photosDir: string): { target: string; samples: string[] } {
  const target = folderOf.moved(photosDir)
  const moves = Array.from({ length: MOVED / PER_FOLDER }, (_, at) => {
    const [from, to] = [join(folderOf.first(photosDir), String(at)), join(target, String(at))]
    mkdirSync(to, { recursive: true })
    return readdirSync(from)
      .slice(0, PER_FOLDER)
      .map((name) => ({ from: join(from, name), to: join(to, name) }))
  }).flat()
  for (const { from, to } of moves) renameSync(from, to)
  const samples = moves.filter((_move, at) => at % SAMPLE === SAMPLE - 1).map(({ to }) => to)
  return { target, samples }
}

const countIn = async (library: OpenLibrary, path: string) =>
  (await library.calls.folders.list()).find((folder) => folder.path === path)?.photoCount ?? 0

/** Bytes that this process read, from disk or cache; only Linux reports them. */
const readMb = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0) / 1e6

async function relinked(library: OpenLibrary, target: string, samples: readonly string[]): Promise<void> {
  const left = new Set(samples)
  while (left.size > 0) {
    for (const path of left) {
      if ((await library.hostCalls.findPhoto({ path })) === null) break
      left.delete(path)
    }
    if (left.size > 0) await setTimeout(POLL_MS)
  }
  while ((await countIn(library, target)) < MOVED) await setTimeout(POLL_MS)
}

await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const first = await openLarge(library, true)
  const missing = async (opened: OpenLibrary) =>
    (await opened.calls.photos.list({ filter: { statuses: ['missing'] }, limit: 1 })).total
  await first.hostCalls.waitUntilIdle()
  const missingBefore = await missing(first)
  await first.close()
  const { target, samples } = moveFiles(library.photosDir)
  const opened = await openLarge(library, true)
  const read = readMb()
  await warmUp(opened)
  const index = readMb() - read
  const { ms, computingMs } = await timed(() => relinked(opened, target, samples))
  const note = `computing ${Math.round(computingMs / 100) / 10} s; the index was loaded before`
  figures.put('11,000 files moved while closed are known again', ms / 1000, { limit: 10, unit: 's', note })
  figures.put('read meanwhile', readMb() - read - index, { unit: 'MB', note: 'they hold 44,000 MB' })
  await opened.hostCalls.waitUntilIdle()
  figures.put('photos that went missing', (await missing(opened)) - missingBefore, { limit: 0, unit: '' })
  await opened.close()
  putBack(library.photosDir)
  const again = await openLarge(library, true)
  await again.hostCalls.waitUntilIdle()
  await again.close()
  figures.end()
})
