import { bytesOf, PairInstaller } from '../../analysis/models/installer/pair-installer.ts'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { AnalysisEngine } from '../../engines/engine.ts'
import type { PairSource } from './pair-store.ts'

/** The installer of the analysis, which tests pairs in a process that they may crash. */
export function createPairSource(modelsDir: string, engine: Pick<AnalysisEngine, 'textImage'>): PairSource {
  const tryPair = async (dir: string) => {
    if (engine.textImage === undefined) throw new AppError('not-supported-here', say('pairs.notHere'))
    await engine.textImage.tryPair(dir)
  }
  const installer = new PairInstaller({ modelsDir, tryPair })
  return {
    installed() {
      const pair = installer.installed()
      if (pair === null) return null
      const { title, licence } = pair.manifest
      return { id: pair.id, title, licence, bytes: bytesOf(pair) }
    },
    filesIn: (folder) => installer.filesIn(folder),
    installFrom: (folder) => installer.installFrom(folder),
    installFromAddress: (at, options) => installer.installFromAddress(at, options),
    removeArrived: () => installer.removeArrived(),
    remove: () => installer.remove(),
  }
}
