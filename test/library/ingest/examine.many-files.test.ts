import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { examine, scan } from '../../../src-main/library/ingest/examine.ts'
import type { Reconciled } from '../../../src-main/library/ingest/reconciler.ts'
import { findExcluded } from '../../../src-main/library/ingest/places/excluded-folders.ts'
import { walk } from '../../../src-main/library/ingest/walk.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { canMount, mountMemory } from '../../fixtures/mounts.ts'
import { countRows } from '../catalog/count-rows.ts'
import { openForTest } from '../catalog/library.ts'

const bytes = Buffer.alloc(1000)

const options = async () => ({
  signal: new AbortController().signal,
  excluded: await findExcluded([]),
  mayFollow: async () => true,
  readers: { capture: async () => null, hashes: async () => null, looksLike: async () => false },
  isRootThere: async () => true,
})

/** A folder of files of different sizes. */
function makeFiles(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `${n}.jpg`), bytes.subarray(0, n % 997))
}

test('files in several batches of one folder are all found, and one more file needs only a few rows', async () => {
  const folder = join(tempFolder('many'), 'photos')
  makeFiles(folder, 1600)
  const catalog = openForTest()
  const root = catalog.folders.addRoot(folder)
  const added: number[] = []
  const onBatch = ({ changed }: Reconciled) => void added.push(...changed)
  await scan(catalog, root, { ...(await options()), onBatch, onFolder: () => undefined })
  expect(added).toHaveLength(1600)
  expect(catalog.analysis.counts()).toMatchObject({ total: 1600, missing: 0 })

  const another = join(folder, 'another.jpg')
  writeFileSync(another, bytes)
  const counted = countRows(catalog)
  const found = await examine(counted.catalog, root, [another], await options())
  expect(found.changed).toHaveLength(1)
  expect(counted.rows()).toBeLessThan(10)
})

test.runIf(canMount)(
  '50,000 files in one folder come in batches, with other work in between',
  { tags: 'night' },
  async () => {
    const folder = tempFolder('many')
    mountMemory(folder)
    makeFiles(folder, 50_000)
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const sizes: number[] = []
    for await (const { files } of walk(folder)) sizes.push(files.length)
    clearInterval(timer)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(50_000)
    expect(Math.max(...sizes)).toBeLessThan(1000)
    expect(turns).toBeGreaterThan(50)
  },
)
