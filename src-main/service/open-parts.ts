import { join } from 'node:path'
import { openIndexes } from '../indexes/named/open-indexes.ts'
import { openAnalysis } from './analysis/analysis.ts'
import { createCallbacks } from './fetching/callbacks.ts'
import { systemClock } from './fetching/callback-store.ts'
import { followTrainings } from './fetching/follow-trainings.ts'
import { createPictureFetcher } from './fetching/fetch-picture.ts'
import { openServiceData, type DataOptions } from './open-data.ts'
import type { OpenParts } from './http/route-dependencies.ts'
import { createClassifierService } from './classifiers/classifier-service.ts'

export type PartsOptions = DataOptions & {
  /** Folder of installed model files. */
  modelsDir: string
  /** Also fetches from, and calls back, addresses of this machine and its network. */
  allowPrivateUrls?: boolean | undefined
}

/** Opens everything that the service works with, on a data folder that this process owns from then on. */
export async function openParts({
  modelsDir,
  allowPrivateUrls: allowPrivate = false,
  ...options
}: PartsOptions): Promise<OpenParts> {
  const { dataDir, resourcesDir, log, now = Date.now } = options
  const data = await openServiceData(options)
  const opened: (() => unknown)[] = [data.close]
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end()
  }
  try {
    const { store, accounts, usage, uploads } = data
    const indexes = openIndexes({ folder: join(dataDir, 'indexes'), now, log })
    opened.push(indexes.close)
    const teaching = createClassifierService({ store: store.teaching, resourcesDir, now })
    const callbacks = createCallbacks({ store: store.callbacks, allowPrivate, log, clock: { ...systemClock, now } })
    opened.push(callbacks.close)
    const followTraining = followTrainings({ store: store.callbacks, indexes, callbacks, now })
    const fetcher = createPictureFetcher({ hold: uploads.hold, allowPrivate })
    opened.push(fetcher.close)
    const analysis = openAnalysis({ resourcesDir, modelsDir, portsOf: teaching.portsOf, log })
    opened.push(() => analysis.close())
    data.followRemovals((accountId) => {
      teaching.removeOwner(accountId)
      indexes.removeOwner(accountId)
    })
    return {
      accounts,
      usage,
      uploads,
      fetcher,
      callbacks,
      followTraining,
      analysis,
      indexes,
      teaching,
      log,
      warmUp: () => analysis.warmUp(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
