// Started by two-nodes.test.ts as a separate process: `node victim.ts URL FOLDER OBJECTS` trains an index and dies when
// its new state is stored and not yet referenced.
import { openObjects } from '../../../src-main/service/objects/open-objects.ts'
import { openNode } from './open-node.ts'

const [url, folder, place] = process.argv.slice(2) as [string, string, string]
const { indexes } = await openNode({
  url,
  folder,
  objects: await openObjects(place),
  alter: (store) => ({
    ...store,
    indexes: { ...store.indexes, switchTo: async () => process.kill(process.pid, 'SIGKILL') as never },
  }),
})
await indexes.train({ owner: 'ada', kind: 'colors', indexId: 'trip' })
setInterval(() => {}, 1000)
