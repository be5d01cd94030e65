import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { Figures, timed } from './figures.ts'
import { openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { folderOf } from './put-back.ts'
import { withWindows } from './windows.ts'

/** Events in a watched folder of a million photos: a new file, a renamed folder, an unplugged drive. */
const NEW_FILES = 5
const POLL_MS = 20

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(POLL_MS)
}

/** Resolves when the library has a photo at this path and reports it: polling would count. */
async function untilFound(library: OpenLibrary, path: string, make: () => void): Promise<void> {
  const stop = new AbortController()
  const events = await library.calls.library.events(undefined, { signal: stop.signal })
  make()
  for await (const { type } of events)
    if (type === 'photos.changed' && (await library.hostCalls.findPhoto({ path })) !== null) break
  stop.abort()
}

const missing = async (library: OpenLibrary) =>
  (await library.calls.photos.list({ filter: { statuses: ['missing'] }, limit: 1 })).total
const rootOf = async (library: OpenLibrary) =>
  (await library.calls.folders.list()).find(({ parentId }) => parentId === null)!
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const memoryMb = () => {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}

/** From a file's arrival until the library has it; the wait until it stops growing is not computing. */
async function addFiles(library: OpenLibrary, folder: string, figures: Figures): Promise<void> {
  const computing: number[] = []
  const added: string[] = []
  const before = memoryMb()
  for (let number = 0; number < NEW_FILES; number++) {
    const file = join(folder, `NEW_${number}.jpg`)
    added.push(file)
    const make = () => {
      writeFileSync(file, `new ${number}`)
      truncateSync(file, 9_000_000 + number)
    }
    const { computingMs } = await timed(() => untilFound(library, file, make))
    computing.push(computingMs)
  }
  figures.put('one new file, computing, median of five', median(computing), { limit: 50, unit: 'ms' })
  figures.put('five new files, memory', Math.max(0, memoryMb() - before), { limit: 20, unit: 'MB' })
  await warmUp(library) // to measure memory, everything was collected, compiled code included
  const missingBefore = await missing(library)
  const { waits } = await withWindows(library, async () => {
    for (const file of added) rmSync(file)
    await until(async () => (await missing(library)) >= missingBefore + NEW_FILES)
    await library.hostCalls.waitUntilIdle()
  })
  figures.waits('these files go', waits)
}

/** Moves the folder back to its place. */
async function renameFolder(library: OpenLibrary, photosDir: string, figures: Figures): Promise<void> {
  const [from, to] = [folderOf.first(photosDir), folderOf.renamed(photosDir)]
  const { photoCount } = (await library.calls.folders.list()).find(({ path }) => path === from)!
  for (const [before, after] of [
    [from, to],
    [to, from],
  ] as const) {
    const { result, waits } = await withWindows(library, () =>
      timed(async () => {
        renameSync(before, after)
        await until(async () => (await library.calls.folders.list()).some(({ path }) => path === after))
        await library.hostCalls.waitUntilIdle()
      }),
    )
    const name = `a folder of ${photoCount.toLocaleString('en')} photos is renamed`
    figures.put(name, result.ms / 1000, { unit: 's' })
    figures.waits(name, waits)
  }
}

async function leaveAndReturn(library: OpenLibrary, photosDir: string, figures: Figures): Promise<void> {
  const away = folderOf.away(photosDir)
  const is = (isAvailable: boolean) => until(async () => (await rootOf(library)).isAvailable === isAvailable)
  const leaving = await withWindows(library, () =>
    timed(async () => {
      renameSync(photosDir, away)
      await is(false)
    }),
  )
  figures.put('the watched folder goes away', leaving.result.ms / 1000, { unit: 's' })
  figures.waits('the watched folder goes away', leaving.waits)
  const returning = await withWindows(library, () =>
    timed(async () => {
      renameSync(away, photosDir)
      await is(true)
    }),
  )
  figures.put('it is back', returning.result.ms / 1000, { unit: 's' })
  figures.waits('it is back', returning.waits)
  const looking = await withWindows(library, () => timed(() => library.hostCalls.waitUntilIdle()))
  figures.put('and it is looked through', looking.result.ms / 1000, { unit: 's' })
  figures.waits('and it is looked through', looking.waits)
}

await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const opened = await openLarge(library, true)
  await warmUp(opened)
  const start = await timed(() => opened.hostCalls.waitUntilIdle())
  const note = `computing ${Math.round(start.computingMs / 1000)} s`
  figures.put('the start looks through all folders', start.ms / 1000, { unit: 's', note })
  await figures.idleWaits(opened)
  await addFiles(opened, join(folderOf.first(library.photosDir), '0'), figures)
  await renameFolder(opened, library.photosDir, figures)
  await leaveAndReturn(opened, library.photosDir, figures)
  await opened.close()
  figures.end()
})
