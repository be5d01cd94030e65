import { bytesOf, PairInstaller, totalOf } from '../../analysis/models/installer/pair-installer.ts'
import type { PairOffer } from '../../analysis/models/pair/read-pair-offers.ts'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { PairSource } from './pair-store.ts'

/** The installer of the analysis, which tests pairs in a process that they may crash. */
export function createPairSource(
  modelsDir: string,
  engine: Pick<AnalysisEngine, 'textImage'>,
  offers: readonly PairOffer[],
): PairSource {
  const tryPair = async (dir: string) => {
    if (engine.textImage === undefined) throw new AppError('not-supported-here', say('pairs.notHere'))
    await engine.textImage.tryPair(dir)
  }
  const installer = new PairInstaller({ modelsDir, tryPair })
  const shown = offers.map((pair) => ({
    id: pair.offer,
    title: pair.title,
    licence: pair.licence,
    bytes: totalOf(pair),
  }))
  return {
    installed() {
      const pair = installer.installed()
      if (pair === null) return null
      const { title, licence, offer = null } = pair.manifest
      return { id: pair.id, title, licence, bytes: bytesOf(pair), offer }
    },
    filesIn: (folder) => installer.filesIn(folder),
    installFrom: (folder) => installer.installFrom(folder),
    offers: () => shown,
    async download(choice, options) {
      if (!('offer' in choice)) return installer.installFromAddress(choice, options)
      const chosen = offers.find(({ offer }) => offer === choice.offer)
      if (chosen !== undefined) return installer.installOffer(chosen, options)
      const names = offers.map(({ offer }) => offer).join(', ')
      throw new AppError('model-not-found', say('pairs.unknownOffer', { offer: choice.offer, offers: names }))
    },
    removeArrived: () => installer.removeArrived(),
    remove: () => installer.remove(),
  }
}
