import { say } from '../../contract/sentences/say.ts'
import { createHash } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { notAFolder, notWritable, refuseInLibrary } from './target-errors.ts'

/** Folders that a person chose for exports; windows know them by id only. */
export type ExportTargets = {
  /** Throws `not-a-folder` or `target-not-writable`. */
  register(folder: string): Promise<{ id: string; label: string }>
  /** Throws `target-not-found`. */
  pathOf(id: string): string
}

const stateKey = (id: string) => `export-target.${id}`

/** Targets are stored with the library, so that an id is still valid after a restart. */
export function createExportTargets(
  settings: Pick<Catalog['settings'], 'getState' | 'setState'>,
  libraryDir: string,
): ExportTargets {
  return {
    async register(folder) {
      const full = path.resolve(folder)
      const stats = await stat(full).catch(() => null)
      if (!stats?.isDirectory()) throw notAFolder(full)
      refuseInLibrary(full, libraryDir)
      await access(full, constants.W_OK).catch((cause: unknown) => {
        throw notWritable(full, cause)
      })
      const id = createHash('sha256').update(full).digest('hex').slice(0, 24)
      settings.setState(stateKey(id), full)
      return { id, label: full }
    },
    pathOf(id) {
      const folder = settings.getState(stateKey(id))
      if (folder === null) throw new AppError('target-not-found', say('exports.targetUnknown'))
      return folder
    },
  }
}
