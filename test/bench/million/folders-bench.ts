import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { Figures, timed } from './figures.ts'
import { openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { folderOf } from './put-back.ts'
import { withWindows } from './windows.ts'

/** What happens in a watched folder of a million photos: a new file, a renamed folder, a drive that leaves. */
const NEW_FILES = 5
const LOOK_MS = 20

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(LOOK_MS)
}

/** Resolves when the library has a photo at this path and tells of it: asking all the while would count. */
async function untilFound(core: OpenLibrary, path: string, make: () => void): Promise<void> {
  const stop = new AbortController()
  const events = await core.library.library.events(undefined, { signal: stop.signal })
  make()
  for await (const { type } of events)
    if (type === 'photos.changed' && (await core.hostCalls.findPhoto({ path })) !== null) break
  stop.abort()
}

const missing = async (core: OpenLibrary) =>
  (await core.library.photos.list({ filter: { statuses: ['missing'] }, limit: 1 })).total
const rootOf = async (core: OpenLibrary) =>
  (await core.library.folders.list()).find(({ parentId }) => parentId === null)!
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const memoryMb = () => {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}

/** From when the file is there to when the library has it; the wait until it no longer grows is not computing. */
async function addFiles(core: OpenLibrary, folder: string, figures: Figures): Promise<void> {
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
    const { computingMs } = await timed(() => untilFound(core, file, make))
    computing.push(computingMs)
  }
  figures.put('one new file, computing, median of five', median(computing), { limit: 50, unit: 'ms' })
  figures.put('five new files, memory', Math.max(0, memoryMb() - before), { limit: 20, unit: 'MB' })
  await warmUp(core) // to measure memory, everything was collected, compiled code included
  const missingBefore = await missing(core)
  const { waits } = await withWindows(core, async () => {
    for (const file of added) rmSync(file)
    await until(async () => (await missing(core)) >= missingBefore + NEW_FILES)
    await core.hostCalls.waitUntilIdle()
  })
  figures.waits('these files go', waits)
}

/** The folder comes back to where it was. */
async function renameFolder(core: OpenLibrary, photosDir: string, figures: Figures): Promise<void> {
  const [from, to] = [folderOf.first(photosDir), folderOf.renamed(photosDir)]
  const { photoCount } = (await core.library.folders.list()).find(({ path }) => path === from)!
  for (const [before, after] of [
    [from, to],
    [to, from],
  ] as const) {
    const { result, waits } = await withWindows(core, () =>
      timed(async () => {
        renameSync(before, after)
        await until(async () => (await core.library.folders.list()).some(({ path }) => path === after))
        await core.hostCalls.waitUntilIdle()
      }),
    )
    const name = `a folder of ${photoCount.toLocaleString('en')} photos is renamed`
    figures.put(name, result.ms / 1000, { unit: 's' })
    figures.waits(name, waits)
  }
}

async function leaveAndReturn(core: OpenLibrary, photosDir: string, figures: Figures): Promise<void> {
  const away = folderOf.away(photosDir)
  const is = (isAvailable: boolean) => until(async () => (await rootOf(core)).isAvailable === isAvailable)
  const leaving = await withWindows(core, () =>
    timed(async () => {
      renameSync(photosDir, away)
      await is(false)
    }),
  )
  figures.put('the watched folder goes away', leaving.result.ms / 1000, { unit: 's' })
  figures.waits('the watched folder goes away', leaving.waits)
  const returning = await withWindows(core, () =>
    timed(async () => {
      renameSync(away, photosDir)
      await is(true)
    }),
  )
  figures.put('it is back', returning.result.ms / 1000, { unit: 's' })
  figures.waits('it is back', returning.waits)
  const looking = await withWindows(core, () => timed(() => core.hostCalls.waitUntilIdle()))
  figures.put('and it is looked through', looking.result.ms / 1000, { unit: 's' })
  figures.waits('and it is looked through', looking.waits)
}

await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const core = await openLarge(library, true)
  await warmUp(core)
  const start = await timed(() => core.hostCalls.waitUntilIdle())
  const note = `computing ${Math.round(start.computingMs / 1000)} s`
  figures.put('the start looks through all folders', start.ms / 1000, { unit: 's', note })
  await figures.idleWaits(core)
  await addFiles(core, join(folderOf.first(library.photosDir), '0'), figures)
  await renameFolder(core, library.photosDir, figures)
  await leaveAndReturn(core, library.photosDir, figures)
  await core.close()
  figures.end()
})
