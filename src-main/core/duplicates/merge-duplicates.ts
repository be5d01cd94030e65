import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { ChosenValue, DuplicateChoice, MergeProposal } from '../../contract/library/duplicates.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import type { DuplicateGroups } from './duplicate-groups.ts'
import { mergeParts } from './merge-parts.ts'
import { proposeMerge } from './propose-merge.ts'

export type MergeDependencies = {
  catalog: Pick<Catalog, 'work'>
  changes: Pick<PersonChanges, 'applyBatch'>
  groups: Pick<DuplicateGroups, 'groupOf'>
}

/** Gives the photo that is kept what was done to others that show the same. */
export class MergeDuplicates {
  readonly #dependencies: MergeDependencies

  constructor(dependencies: MergeDependencies) {
    this.#dependencies = dependencies
  }

  /** Throws `bad-params` where the photos are not found to show the same. */
  propose(choice: DuplicateChoice): MergeProposal {
    this.require(choice)
    const photos = this.#dependencies.catalog.work.of([choice.keepId, ...choice.ids])
    const kept = photos.find(({ id }) => id === choice.keepId)
    if (kept === undefined) throw new AppError('photo-not-found', `There is no photo with the id ${choice.keepId}.`)
    return proposeMerge(
      kept,
      choice.ids.flatMap((id) => photos.filter((photo) => photo.id === id)),
    )
  }

  /** One entry of the history for all of them. Throws `bad-params` for a chosen value that none of the photos has. */
  merge(choices: readonly DuplicateChoice[], chosen: readonly ChosenValue[]): Promise<ChangeResult> {
    const parts = choices.flatMap((choice) => mergeParts(this.propose(choice), chosen))
    const photos = choices.reduce((sum, { ids }) => sum + ids.length, 0)
    return this.#dependencies.changes.applyBatch({ kind: 'merge-duplicates', photos }, parts)
  }

  /** Throws `bad-params` where the photos of a choice are not found to show the same. */
  require({ keepId, ids }: DuplicateChoice): void {
    const isOnce = new Set([keepId, ...ids]).size === ids.length + 1
    if (isOnce && this.#dependencies.groups.groupOf([keepId, ...ids]) !== undefined) return
    throw new AppError('bad-params', 'These photos are no longer found to show the same: look at the duplicates again.')
  }
}
