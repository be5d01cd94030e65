import { join } from 'node:path'
import { createLibrary } from '../../../../src-main/library/library.ts'
import { noLog } from '../../../../src-main/library/host/log.ts'
import { resourcesDir } from '../../../fixtures/folders.ts'
import { createFakeEngine } from '../../library/fake-engine.ts'

/** Opens a library, rates all photos, says so, and waits to be killed. */
const [libraryDir = '', rating = '0'] = process.argv.slice(2)
const modelsDir = join(libraryDir, '..', 'models')
const core = await createLibrary(
  { libraryDir, resourcesDir, modelsDir, log: noLog, owner: 'doomed', watch: true },
  { createLocal: () => createFakeEngine() },
)
await core.hostCalls.waitUntilIdle()
await core.library.photos.rate({ ids: await core.library.photos.ids({}), rating: Number(rating) })
process.send?.('rated')
setInterval(() => {}, 1000)
