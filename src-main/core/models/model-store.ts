import type { LibraryEvent } from '../../contract/library/events.ts'
import type { ModelInfo } from '../../contract/library/models.ts'
import type { ModelStore } from '../core-parts.ts'
import type { Log } from '../host.ts'

/** What brings model files to this machine; the engine's installer is one. */
export type Installer = {
  list(): ModelInfo[]
  install(
    set: 'standard' | 'larger',
    options: { signal: AbortSignal; onProgress(models: ModelInfo[]): void },
  ): Promise<void>
  installFrom(folder: string): Promise<{ installed: string[]; skipped: { file: string; reason: string }[] }>
}

export type ModelStoreParts = {
  installer: Installer
  publish(event: LibraryEvent): void
  /** Models became ready for use, or went: the engine is to take them up. */
  onInstalled(): Promise<void>
  log: Log
}

const installedIds = (models: readonly ModelInfo[]) =>
  models
    .filter((model) => model.state === 'installed')
    .map((model) => model.id)
    .join(' ')

/** Installs models one job at a time, tells how far it is, and has the engine take up what came. */
export function createModelStore({ installer, publish, onInstalled, log }: ModelStoreParts): ModelStore {
  let job: { abort: AbortController; done: Promise<void> } | null = null

  const tell = (models: ModelInfo[]) => publish({ type: 'models.changed', models })
  const takeUp = async (before: string) => {
    if (installedIds(installer.list()) !== before) await onInstalled()
    tell(installer.list())
  }
  const run = async (set: 'standard' | 'larger', signal: AbortSignal) => {
    const before = installedIds(installer.list())
    try {
      await installer.install(set, { signal, onProgress: tell })
    } catch (error) {
      // What failed is told with each model as its problem.
      if (!signal.aborted)
        log.warn('Not all models could be installed', { error: error instanceof Error ? error.message : String(error) })
    }
    await takeUp(before)
  }
  return {
    list: async () => installer.list(),
    install(set) {
      if (job !== null) return // It is under way; its progress is being told.
      const abort = new AbortController()
      const done = run(set, abort.signal)
        .catch((error: unknown) =>
          log.error('Installed models could not be taken up', {
            error: error instanceof Error ? error.stack : String(error),
          }),
        )
        .finally(() => {
          job = null
        })
      job = { abort, done }
    },
    cancelInstall() {
      job?.abort.abort()
    },
    async installFrom(folder) {
      await job?.done
      const before = installedIds(installer.list())
      const report = await installer.installFrom(folder)
      await takeUp(before)
      return report
    },
    async close() {
      job?.abort.abort()
      await job?.done
    },
  }
}
