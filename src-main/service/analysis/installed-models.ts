import { installedFor, installedModels, type RegistryFolders } from '../../analysis/models/registry/registry.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import { PeriodicTask } from '../timers/periodic-task.ts'

export type InstalledModelsOptions = {
  folders: RegistryFolders
  /** Called when models were installed or removed: processes that run have the old ones open. */
  onChange: () => void
  log: Pick<ServiceLog, 'info' | 'error'>
}

const LOOK_EVERY_MS = 10_000

/** Which models are installed now. It is looked up every ten seconds and whenever somebody asks. */
export class InstalledModels {
  readonly #options: InstalledModelsOptions
  readonly #looking: PeriodicTask
  #known: string

  constructor(options: InstalledModelsOptions) {
    this.#options = options
    this.#known = installedModels(options.folders).join(', ')
    this.#looking = new PeriodicTask({
      work: async () => this.look(),
      intervalMs: LOOK_EVERY_MS,
      log: options.log,
      failureMessage: 'the models could not be looked up; it is tried again in ten seconds',
    })
  }

  /** Ids of the models that describe contents, best first. */
  contentModels(): string[] {
    this.look()
    return installedFor('embedding', this.#options.folders)
  }

  /** Tells of what was installed or removed since the last time. */
  look(): void {
    const { folders, onChange, log } = this.#options
    const present = installedModels(folders).join(', ')
    if (present === this.#known) return
    log.info('other models are installed now; pictures are analysed with them from here on', { models: present })
    this.#known = present
    onChange()
  }

  close(): Promise<void> {
    return this.#looking.close()
  }
}
