import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { withLibrary, type CommonOptions } from './with-library.ts'

/**
 * Does work on the models of this machine, which belong to no library. If a window has the library open, a temporary
 * empty one replaces it; the window notices the changes by itself.
 */
export async function withModels<T>(options: CommonOptions, work: (library: OpenLibrary) => Promise<T>): Promise<T> {
  const owner = 'lumafold models'
  try {
    return await withLibrary({ options, owner }, work)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'library-in-use') throw error
  }
  const library = await mkdtemp(join(tmpdir(), 'lumafold-models-'))
  try {
    return await withLibrary({ options: { ...options, library }, owner }, work)
  } finally {
    await rm(library, { recursive: true, force: true })
  }
}
