import { once } from 'node:events'
import { join } from 'node:path'
import { createLibrary } from '../../src-main/library/library.ts'
import { createLocalEngine } from '../../src-main/engines/local/create-local-engine.ts'
import { openAllowedFolders } from '../../src-main/shells/browser/allowed-folders.ts'
import { startBrowserShell } from '../../src-main/shells/browser/start-browser-shell.ts'
import { repositoryDir, resourcesDir } from '../fixtures/folders.ts'
import { createIdleEngine } from './million/idle-engine.ts'

/** A large library behind its page, in a separate process; sends the address, and ends on request. */
const say = (message: string, details: unknown) => process.stderr.write(`${message} ${JSON.stringify(details)}\n`)
const log = { debug: () => {}, info: () => {}, warn: say, error: say }
const [libraryDir = ''] = process.argv.slice(2)
const modelsDir = join(libraryDir, 'models')
const local = createLocalEngine({ resourcesDir, modelsDir, log })
const engine = {
  ...createIdleEngine(),
  render: local.render.bind(local),
  cut: local.cut.bind(local),
  wake: local.wake?.bind(local),
  close: local.close.bind(local),
}
const library = await createLibrary(
  { libraryDir, resourcesDir, modelsDir, log, owner: 'bench', watch: false },
  { createLocal: () => engine },
)
const rendererDir = join(repositoryDir, 'out/renderer')
const allowed = await openAllowedFolders([libraryDir], join(libraryDir, 'allowed-folders.json'))
const person = { isThere: async () => false, mayUse: async () => false }
const shell = await startBrowserShell({ library, rendererDir, allowed, person, port: 0, log })
process.send!(shell.address)
await once(process, 'message')
await shell.close()
await library.close()
process.disconnect()
