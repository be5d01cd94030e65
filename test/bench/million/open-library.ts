import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import { createLibrary, type OpenLibrary } from '../../../src-main/library/library.ts'
import type { AnalysisEngine } from '../../../src-main/engines/analysis-engine.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { createIdleEngine } from './idle-engine.ts'
import { libraryDirOf, makeLibrary, photosDirOf } from './make-library.ts'
import { putBack } from './put-back.ts'

/** The folder of a benchmark's library, and its number of photos: `--library DIR`, `--photos N`. */
export type LargeLibrary = { libraryDir: string; photosDir: string; photos: number }

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

/**
 * Does some work with a large library: the one in the folder of `--library`, which is created if absent and stays, or
 * else one that is deleted afterwards.
 */
export async function withLargeLibrary(
  work: (library: LargeLibrary) => Promise<void>,
  usualPhotos = 1_000_000,
): Promise<void> {
  const given = option('--library')
  const photos = Number(option('--photos') ?? usualPhotos)
  const folder = given ?? mkdtempSync(join(tmpdir(), 'large-library-'))
  const [libraryDir, photosDir] = [libraryDirOf(folder), photosDirOf(folder)]
  try {
    if (!existsSync(libraryDir)) {
      const began = performance.now()
      await makeLibrary(folder, photos)
      const seconds = Math.round((performance.now() - began) / 1000)
      process.stdout.write(`  ${photos.toLocaleString('en')} photos made in ${seconds} s\n`)
    }
    putBack(photosDir)
    await work({ libraryDir, photosDir, photos })
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens the library; if `watch` is true, watching and scanning begin. */
export function openLarge(
  { libraryDir }: LargeLibrary,
  watch: boolean,
  resources: string = resourcesDir,
): Promise<OpenLibrary> {
  const say = (message: string, details: unknown) => process.stderr.write(`${message} ${JSON.stringify(details)}\n`)
  const log = { debug: () => {}, info: () => {}, warn: say, error: say }
  const options = {
    libraryDir,
    resourcesDir: resources,
    modelsDir: join(libraryDir, 'models'),
    log,
    owner: 'bench',
    watch,
  }
  return createLibrary(options, { createLocal: createIdleEngine })
}

/** Sets the fingerprints of an engine's steps, and so which of them are pending for every photo. */
export function tellSteps({ analysis }: Catalog, engine: AnalysisEngine): void {
  analysis.setSteps(engine.steps())
  while (analysis.hasDueSteps()) analysis.tellDueSteps()
}

/** Sends a window's first requests, so that the index is in memory. */
export async function warmUp(library: OpenLibrary): Promise<void> {
  await library.calls.photos.list({})
  await library.calls.search.facets({ filter: {} })
  await library.calls.folders.list()
}
