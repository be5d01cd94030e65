import { AppError } from '../../contract/errors.ts'
import type { MetadataConflict } from '../../contract/library/metadata-writing.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { WRITING_IDS } from '../catalog/changes/kinds/metadata-writing.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import type { MetadataWriter } from '../metadata-write/metadata-writer.ts'
import { takeTheirs } from '../metadata-write/take-theirs.ts'
import type { LibraryImplementer } from './dispatch.ts'

export type MetadataHandlersDependencies = {
  catalog: Pick<Catalog, 'metadataWrites' | 'photos' | 'settings'>
  changes: Pick<PersonChanges, 'apply'>
  metadataWriter: Pick<MetadataWriter, 'state' | 'follow' | 'flush' | 'schedule'>
}

/** Handlers of `metadata.*`. */
export function metadataHandlers(os: LibraryImplementer, dependencies: MetadataHandlersDependencies) {
  const { catalog, changes, metadataWriter: writer } = dependencies
  return {
    status: os.metadata.status.handler(() => writer.state()),
    setMode: os.metadata.setMode.handler(async ({ input }) => {
      await changes.apply({ kind: 'metadata-writing', mode: input.mode, ids: WRITING_IDS })
      return writer.follow()
    }),
    write: os.metadata.write.handler(() => writer.flush()),
    conflicts: os.metadata.conflicts.handler(({ input }) => listConflicts(catalog, input.limit)),
    failures: os.metadata.failures.handler(({ input }) => {
      const failures = catalog.metadataWrites.failures(input.limit)
      const names = namesOf(catalog, failures)
      return failures.map((failure) => ({ ...failure, name: names.get(failure.photoId) ?? '' }))
    }),
    resolve: os.metadata.resolve.handler(({ input }) => resolveConflict(dependencies, input)),
  }
}

function listConflicts(catalog: Pick<Catalog, 'metadataWrites' | 'photos'>, limit: number): MetadataConflict[] {
  const conflicts = catalog.metadataWrites.conflicts(limit)
  const names = namesOf(catalog, conflicts)
  return conflicts.map((conflict) => ({ ...conflict, name: names.get(conflict.photoId) ?? '' }))
}

const namesOf = ({ photos }: Pick<Catalog, 'photos'>, rows: readonly { photoId: number }[]): Map<number, string> =>
  new Map(photos.tiles([...new Set(rows.map(({ photoId }) => photoId))]).map(({ id, name }) => [id, name]))

type Decision = { photoId: number; field: MetadataConflict['field']; keep: 'ours' | 'theirs' }

async function resolveConflict(dependencies: MetadataHandlersDependencies, decision: Decision): Promise<void> {
  const { catalog, changes, metadataWriter } = dependencies
  const conflict = catalog.metadataWrites.conflict(decision.photoId, decision.field)
  if (conflict === undefined)
    throw new AppError(
      'bad-params',
      `There is no conflict about the ${decision.field} of the photo ${decision.photoId}.`,
    )
  if (decision.keep === 'theirs') for (const change of takeTheirs(conflict)) await changes.apply(change)
  else catalog.metadataWrites.settle(conflict)
  metadataWriter.schedule()
}
