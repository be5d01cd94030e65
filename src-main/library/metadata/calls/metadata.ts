import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { MetadataConflict } from '../../../contract/library/metadata-writing.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { MetadataWriter } from '../write/metadata-writer.ts'
import { takeTheirs } from '../write/take-theirs.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'

export type MetadataHandlersDependencies = {
  catalog: Pick<Catalog, 'metadataWrites' | 'photos' | 'settings'>
  changes: Pick<PersonChanges, 'apply'>
  metadataWriter: Pick<MetadataWriter, 'state' | 'follow' | 'flush' | 'schedule'>
  privacy: Pick<Privacy, 'shown'>
}

/** Handlers of `metadata.*`. */
export function metadataHandlers(os: LibraryImplementer, dependencies: MetadataHandlersDependencies) {
  const { catalog, changes, metadataWriter: writer } = dependencies
  const named = <Row extends { photoId: number }>(rows: readonly Row[]) => nameRows(dependencies, rows)
  return {
    status: os.metadata.status.handler(() => writer.state()),
    setMode: os.metadata.setMode.handler(async ({ input }) => {
      await changes.apply({ kind: 'metadata-writing', mode: input.mode, ids: LIBRARY_IDS })
      return writer.follow()
    }),
    write: os.metadata.write.handler(() => writer.flush()),
    conflicts: os.metadata.conflicts.handler(({ input }) => named(catalog.metadataWrites.conflicts(input.limit))),
    failures: os.metadata.failures.handler(({ input }) => named(catalog.metadataWrites.failures(input.limit))),
    resolve: os.metadata.resolve.handler(({ input }) => resolveConflict(dependencies, input)),
  }
}

/** Rows with the names of their photos, without hidden ones. */
function nameRows<Row extends { photoId: number }>(
  { catalog, privacy }: Pick<MetadataHandlersDependencies, 'catalog' | 'privacy'>,
  rows: readonly Row[],
): (Row & { name: string })[] {
  const tiles = catalog.photos.tiles([...new Set(rows.map(({ photoId }) => photoId))])
  const shown = new Set(privacy.shown(tiles).map(({ id }) => id))
  const names = new Map(tiles.map(({ id, name }) => [id, name]))
  return rows
    .filter(({ photoId }) => shown.has(photoId) || !names.has(photoId))
    .map((row) => ({ ...row, name: names.get(row.photoId) ?? '' }))
}

type Decision = { photoId: number; field: MetadataConflict['field']; keep: 'ours' | 'theirs' }

async function resolveConflict(dependencies: MetadataHandlersDependencies, decision: Decision): Promise<void> {
  const { catalog, changes, metadataWriter } = dependencies
  const conflict = catalog.metadataWrites.conflict(decision.photoId, decision.field)
  if (conflict === undefined) throw new AppError('bad-params', say('errors.conflictGone', { id: decision.photoId }))
  if (decision.keep === 'theirs') for (const change of takeTheirs(conflict)) await changes.apply(change)
  else catalog.metadataWrites.settle(conflict)
  metadataWriter.schedule()
}
