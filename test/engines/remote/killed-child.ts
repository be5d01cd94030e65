import { EngineChoice } from '../../../src-main/contract/library/remote.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { createRemoteEngine } from '../../../src-main/engines/remote/create-remote-engine.ts'
import { createStandIn } from './local-stand-in.ts'

/**
 * Analyses one photo and reports when an answer was stored; its parent kills it then. Arguments: library folder,
 * address, photo.
 */
const [folder = '', address = '', path = ''] = process.argv.slice(2)
const { remote } = openCatalog(folder)
const quiet = () => {}
const engine = createRemoteEngine({
  local: createStandIn(),
  choice: EngineChoice.parse({ engine: 'remote', address, operations: ['tags', 'colors'] }),
  credentials: { key: 'my-key', secret: 'my-secret' },
  memory: {
    ...remote,
    keepAnswer: (...answer) => {
      remote.keepAnswer(...answer)
      process.stdout.write('kept\n')
    },
  },
  log: { debug: quiet, info: quiet, warn: quiet },
})
await engine.analyse({ path, steps: ['tags', 'colors'] })
