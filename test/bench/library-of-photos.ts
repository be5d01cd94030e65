import { foreign } from '../../src-main/contract/sentences/say.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { PhotoMetadata } from '../../src-main/contract/library/photo.ts'
import { emptyMetadata } from '../../src-main/contract/library/empty-metadata.ts'
import type { Catalog } from '../../src-main/library/catalog/catalog.ts'
import { openCatalog } from '../../src-main/library/catalog/open-catalog.ts'
import { PersonChanges } from '../../src-main/library/history/person-changes.ts'
import { type Figures, timed } from './million/figures.ts'

/** Files per folder. */
const CHUNK = 2000
const nothing = () => undefined

/** The number of photos for a benchmark: `--photos N`, 100,000 by default. */
export function photosAsked(): number {
  const { values } = parseArgs({ options: { photos: { type: 'string', default: '100000' } } })
  return Number(values.photos)
}

/** A catalogue in its own folder, with a person's changes; `close` leaves nothing behind. */
export function openLibrary(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const catalog = openCatalog(folder)
  const changes = new PersonChanges({
    catalog,
    hub: { photosChanged: nothing, everythingChanged: nothing, publish: nothing },
    onFoldersChanged: nothing,
    onClassifierChanged: nothing,
    onWritingChanged: nothing,
    beforeRisky: async () => undefined,
    putBack: async () => foreign(''),
    undoExport: async () => foreign(''),
  })
  const close = () => {
    catalog.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { catalog, changes, close }
}

/** Adds photos without files, each with the same metadata. */
export function addPhotos(catalog: Catalog, photos: number, metadata: Partial<PhotoMetadata> = {}): number[] {
  const root = catalog.folders.addRoot(join(tmpdir(), 'bench-photos'))
  const all: number[] = []
  for (let from = 0; from < photos; from += CHUNK) {
    const folderId = catalog.folders.ensure(root.id, `Day ${from / CHUNK}`)
    const files = Array.from({ length: Math.min(CHUNK, photos - from) }, (_, at) => ({
      folderId,
      name: `IMG_${from + at}.jpg`,
      bytes: 1e7 + at,
      modifiedMs: 1.7e12,
      fileKey: `1:${from + at}`,
    }))
    const ids = catalog.files.add(files)
    const read = { ...emptyMetadata(), ...metadata }
    catalog.files.saveMetadata(ids.map((id) => ({ id, width: 6000, height: 4000, metadata: read })))
    all.push(...ids)
  }
  return all
}

/** Prints the computing time of some work, its limit, and the longest time that other work waited meanwhile. */
export const measureInto =
  (figures: Figures) =>
  async (name: string, limit: number, work: () => unknown): Promise<void> => {
    const { result, ms, computingMs } = await timed(() => longestPause(Promise.resolve().then(work)))
    const note = `${Math.round(ms)} ms by the clock, longest pause ${Math.round(result)} ms`
    figures.put(name, computingMs, { limit, unit: 'ms computing', note })
  }

async function longestPause(work: Promise<unknown>): Promise<number> {
  let [longestMs, isDone] = [0, false]
  const watch = (async () => {
    for (let last = performance.now(); !isDone;) {
      await setImmediate()
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }
  })()
  await work.finally(() => (isDone = true))
  await watch
  return longestMs
}
