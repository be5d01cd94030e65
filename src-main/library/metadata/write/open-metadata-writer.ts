import { stackOf } from '../../../contract/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { EventHub } from '../../events/event-hub.ts'
import type { Log } from '../../host/log.ts'
import type { MetadataReader } from '../host/metadata-reader.ts'
import { MetadataWriter } from './metadata-writer.ts'

type Library = { catalog: Catalog; hub: EventHub; log: Log; metadata: Pick<MetadataReader, 'prepareWrites'> }

/** Events after which there may be something to write: a person changed something, or a folder is back. */
const OCCASIONS = new Set(['history.changed', 'folders.changed', 'photos.changed'])

/** Creates the writer of a library; once `start` is called it writes in the background. */
export function openMetadataWriter({ catalog, hub, log, metadata }: Library) {
  const stop = new AbortController()
  const writer = new MetadataWriter({
    catalog,
    log,
    prepare: (requests) => metadata.prepareWrites(requests),
    onAdopted: (ids) => hub.photosChanged(ids),
    onChanged: () => hub.publish({ type: 'metadata.changed', state: writer.state() }),
  })
  const follow = async () => {
    for await (const { type } of hub.listen({ signal: stop.signal })) {
      if (OCCASIONS.has(type)) writer.schedule()
      if (type === 'history.changed') writer.tellOffer()
    }
  }
  return {
    writer,
    start: () => {
      writer.schedule()
      follow().catch((error: unknown) => log.error('Writing metadata stopped', { error: stackOf(error) }))
    },
    close: async () => {
      stop.abort()
      await writer.close()
    },
  }
}
