import { join } from 'node:path'
import { createLibrary } from '../../../../src-main/library/library.ts'
import { noLog } from '../../../../src-main/library/host/log.ts'
import { resourcesDir } from '../../../fixtures/folders.ts'
import { createFakeEngine } from '../../library/fake-engine.ts'

/** Opens a library, rates all photos, reports it, and waits to be killed. */
const [libraryDir = '', rating = '0'] = process.argv.slice(2)
const modelsDir = join(libraryDir, '..', 'models')
const library = await createLibrary(
  { libraryDir, resourcesDir, modelsDir, log: noLog, owner: 'doomed', watch: true },
  { createLocal: () => createFakeEngine() },
)
await library.hostCalls.waitUntilIdle()
await library.calls.photos.rate({ ids: await library.calls.photos.ids({}), rating: Number(rating) })
process.send?.('rated')
setInterval(() => {}, 1000)
