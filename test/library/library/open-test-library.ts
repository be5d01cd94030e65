import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createLibrary, type OpenLibrary, type LibraryOptions } from '../../../src-main/library/library.ts'
import { putEmptyLibrary } from '../../fixtures/catalog-template.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'

export type LogLine = { level: string; message: string; details?: object }
export type OpenTestLibrary = { library: OpenLibrary; engine: FakeEngine; log: LogLine[] }

/** A fresh folder with a place for the library and one for photos. */
export function makeLibrary(): { dir: string; libraryDir: string; photosDir: string } {
  const dir = tempFolder('library')
  const photosDir = join(dir, 'photos')
  mkdirSync(photosDir)
  const libraryDir = join(dir, 'library')
  putEmptyLibrary(libraryDir)
  return { dir, libraryDir, photosDir }
}

/** Opens a library with the fake engine; it closes when the test ends. */
export async function openTestLibrary(
  libraryDir: string,
  options: Partial<LibraryOptions> & { engine?: FakeEngine } = {},
): Promise<OpenTestLibrary> {
  const log: LogLine[] = []
  const note = (level: string) => (message: string, details?: object) => void log.push({ level, message, details })
  const { engine = createFakeEngine(), ...rest } = options
  const library = await createLibrary(
    {
      libraryDir,
      resourcesDir,
      modelsDir: join(libraryDir, '..', 'models'),
      log: { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') },
      owner: 'test',
      watch: true,
      ...rest,
    },
    { createLocal: () => engine },
  )
  onTestFinished(() => library.close())
  return { library, engine, log }
}

/** Waits until a condition is true; fails with the last value seen. */
export async function until<T>(read: () => T | Promise<T>, holds: (seen: T) => boolean, mostMs = 60_000): Promise<T> {
  const end = Date.now() + mostMs
  for (;;) {
    const seen = await read()
    if (holds(seen)) return seen
    if (Date.now() > end) throw new Error(`Waited in vain; last seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
