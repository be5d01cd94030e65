import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { Catalog } from '../../src-main/core/catalog/catalog.ts'
import { openCatalog } from '../../src-main/core/catalog/open-catalog.ts'
import { PersonChanges } from '../../src-main/core/changes/person-changes.ts'
import { makeLargeLibrary } from './million-photos.ts'

/**
 * Times what a person does to many photos: `node test/bench/changes-bench.ts [--photos N]`. Windows ask for a page all
 * the while; the longest time that one of them waits is printed too.
 */
const sort = { by: 'takenAt', order: 'desc' } as const

type Windows = { longestMs: number; calls: number }

/** Asks as a window does while the work goes on. */
async function withWindows(catalog: Catalog, work: () => Promise<unknown>): Promise<Windows> {
  const windows = { longestMs: 0, calls: 0 }
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const start = performance.now()
    await setImmediate()
    catalog.photos.tiles([...catalog.search.run({ filter: {}, sort }).subarray(0, 200)])
    windows.longestMs = Math.max(windows.longestMs, performance.now() - start)
    windows.calls++
  }
  await working
  return windows
}

async function measure(catalog: Catalog, name: string, work: () => Promise<ChangeResult>): Promise<ChangeResult> {
  const start = performance.now()
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const [took, computed] = [performance.now() - start, (user + system) / 1000].map((ms) =>
    Math.round(ms).toLocaleString('en').padStart(8),
  )
  process.stdout.write(`  ${name.padEnd(48)} ${took} ms, of which computing ${computed} ms\n`)
  return result
}

async function measureChanges(catalog: Catalog, photos: number): Promise<void> {
  const changes = new PersonChanges({
    catalog,
    hub: { photosChanged: () => undefined, everythingChanged: () => undefined, publish: () => undefined },
    beforeRisky: async () => undefined,
    onFoldersChanged: () => undefined,
    onClassifierChanged: () => undefined,
  })
  const all = [...catalog.search.run({ filter: {}, sort })]
  catalog.search.facets({})
  const some = Math.min(50_000, photos)
  const spread = all.toSorted((a, b) => a - b).filter((id) => id % Math.max(1, Math.floor(photos / some)) === 0)
  const time = (name: string, work: () => Promise<ChangeResult>) => measure(catalog, name, work)
  const both = async (name: string, work: () => Promise<ChangeResult>) => {
    await time(name, work)
    await time('  its undo', () => changes.undo())
  }
  const count = spread.length.toLocaleString('en')
  await both(`rate ${count} photos from all over`, () => changes.apply({ kind: 'rate', ids: spread, rating: 4 }))
  await both(`rate the newest ${count}`, () => changes.apply({ kind: 'rate', ids: all.slice(0, some), rating: 4 }))
  await both(`tag ${count} photos from all over`, () =>
    changes.apply({ kind: 'add-tag', ids: spread, name: 'Grandma' }),
  )
  for (const [name, work] of [
    ['tag all', () => changes.apply({ kind: 'add-tag', ids: all, name: 'Holiday' })],
    ['its undo', () => changes.undo()],
    ['rate all', () => changes.apply({ kind: 'rate', ids: all, rating: 5 })],
    ['its undo', () => changes.undo()],
  ] as const) {
    let windows: Windows | undefined
    await time(`${name}, with a window asking`, async () => {
      let result: ChangeResult | undefined
      windows = await withWindows(catalog, async () => {
        result = await work()
      })
      return result!
    })
    process.stdout.write(`    longest wait of a window ${Math.round(windows!.longestMs)} ms, ${windows!.calls} calls\n`)
  }
}

async function main(): Promise<void> {
  const at = process.argv.indexOf('--photos')
  const photos = at > 0 ? Number(process.argv[at + 1]) : 1_000_000
  const folder = mkdtempSync(join(tmpdir(), 'changes-bench-'))
  try {
    const start = performance.now()
    makeLargeLibrary(folder, photos)
    const megabytes = Math.round(statSync(join(folder, 'library.db')).size / 1e6)
    const seconds = Math.round((performance.now() - start) / 1000)
    process.stdout.write(`Catalogue of ${photos.toLocaleString('en')} photos, ${megabytes} MB, made in ${seconds} s\n`)
    const catalog = openCatalog(folder)
    await measureChanges(catalog, photos)
    catalog.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
