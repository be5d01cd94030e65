import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { ImportRequest } from '../../../../src-main/contract/library/travel.ts'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { PersonChanges } from '../../../../src-main/library/history/person-changes.ts'
import { importLibrary } from '../../../../src-main/library/transfer/import/import-library.ts'

/** Imports another program's catalogue in its own process, and reports each change of photos. */
const [folder = '', path = ''] = process.argv.slice(2)
const catalog = openCatalog(folder)
const tell = () => void process.send?.('changed')
const changes = new PersonChanges({
  catalog,
  hub: { everythingChanged: tell, photosChanged: tell, publish: () => undefined },
  beforeRisky: () => Promise.resolve(),
  onClassifierChanged: () => undefined,
  onWritingChanged: () => undefined,
  putBack: () => Promise.resolve(foreign('')),
  undoExport: async () => foreign(''),
  onFoldersChanged: () => undefined,
})
process.send?.('begun')
await importLibrary({ catalog, changes }, ImportRequest.parse({ path }))
process.send?.('done')
// The other end kills this process.
setInterval(() => undefined, 1000)
