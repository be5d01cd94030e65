import { randomInt } from 'node:crypto'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { DuplicateGroups } from '../duplicate-groups.ts'
import type { MergeDuplicates } from '../merge-duplicates.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { TrashDuplicates } from '../trash-duplicates.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type DuplicateHandlersDependencies = {
  changes: Pick<PersonChanges, 'apply'>
  duplicateGroups: Pick<DuplicateGroups, 'state' | 'page' | 'search'>
  mergeDuplicates: Pick<MergeDuplicates, 'propose' | 'merge'>
  trashDuplicates: Pick<TrashDuplicates, 'plan' | 'carryOut'>
  privacy: Pick<Privacy, 'requireShown'>
}

/** Marks are random numbers that hardly repeat, even if a change is redone in an older catalogue. */
const MAX_MARK = 2 ** 48 - 1

/** Handlers of `duplicates.*`. */
export function duplicateHandlers(
  os: LibraryImplementer,
  { changes, duplicateGroups, mergeDuplicates, trashDuplicates, privacy }: DuplicateHandlersDependencies,
) {
  return {
    state: os.duplicates.state.handler(() => duplicateGroups.state()),
    groups: os.duplicates.groups.handler(({ input }) => duplicateGroups.page(input.kind, input.offset, input.limit)),
    search: os.duplicates.search.handler(() => duplicateGroups.search()),
    dismiss: os.duplicates.dismiss.handler(({ input }) => {
      privacy.requireShown(input.ids)
      return changes.apply({ kind: 'not-duplicates', mark: randomInt(1, MAX_MARK), ids: input.ids })
    }),
    proposeMerge: os.duplicates.proposeMerge.handler(({ input }) => mergeDuplicates.propose(input)),
    merge: os.duplicates.merge.handler(({ input }) => mergeDuplicates.merge(input.choices, input.chosen)),
    plan: os.duplicates.plan.handler(({ input }) => trashDuplicates.plan(input.choices)),
    trash: os.duplicates.trash.handler(({ input }) => trashDuplicates.carryOut(input)),
  }
}
