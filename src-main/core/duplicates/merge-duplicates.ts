import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { ChosenValue, DuplicateChoice, MergeProposal } from '../../contract/library/duplicates.ts'
import type { PlaceInAlbum } from '../catalog/albums/album-store.ts'
import type { Catalog, ChangePart, PhotoWork } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import type { DuplicateGroups } from './duplicate-groups.ts'
import { answerParts } from './merge-answers.ts'
import { mergeFaces } from './merge-faces.ts'
import { placeAndTextParts, withOffsets } from './merge-place-and-texts.ts'
import { mergeParts } from './merge-parts.ts'
import { givenTags, proposeMerge } from './propose-merge.ts'

export type MergeDependencies = {
  catalog: Pick<Catalog, 'albums' | 'keywords' | 'photos' | 'work'>
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
    const { kept, others } = this.#photosOf(choice)
    return { ...proposeMerge(kept, others), albums: this.#albumsFor(choice).map(({ path }) => path) }
  }

  /** One entry of the history for all of them. Throws `bad-params` for a chosen value that none of the photos has. */
  merge(choices: readonly DuplicateChoice[], chosen: readonly ChosenValue[]): Promise<ChangeResult> {
    const parts = choices.flatMap((choice) => {
      const { kept, others } = this.#photosOf(choice)
      return [
        ...withOffsets(mergeParts(this.propose(choice), chosen), others),
        ...placeAndTextParts(kept, others),
        ...this.#answers(choice, [kept, ...others]),
        ...this.#faces(choice),
        ...this.#albumParts(choice),
      ]
    })
    const photos = choices.reduce((sum, { ids }) => sum + ids.length, 0)
    return this.#dependencies.changes.applyBatch({ kind: 'merge-duplicates', photos }, parts)
  }

  #photosOf(choice: DuplicateChoice): { kept: PhotoWork; others: PhotoWork[] } {
    this.require(choice)
    const photos = this.#dependencies.catalog.work.of([choice.keepId, ...choice.ids])
    const kept = photos.find(({ id }) => id === choice.keepId)
    if (kept === undefined)
      throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id: choice.keepId }))
    return { kept, others: choice.ids.flatMap((id) => photos.filter((photo) => photo.id === id)) }
  }

  /** Answers to suggestions follow, since the copy that is kept would be asked about again. */
  #answers({ keepId, ids }: DuplicateChoice, photos: readonly PhotoWork[]): ChangePart[] {
    const answers = this.#dependencies.catalog.keywords.answersFor([keepId, ...ids])
    return answerParts(keepId, answers, photos.flatMap(givenTags))
  }

  /** Names of faces follow to the photo that is kept. */
  #faces({ keepId, ids }: DuplicateChoice): ChangePart[] {
    const { work, photos } = this.#dependencies.catalog
    const shapes = new Map(photos.tiles([keepId, ...ids]).map(({ id, width, height }) => [id, width / height]))
    const all = work.of([keepId, ...ids]).map((photo) => ({ ...photo, shape: shapes.get(photo.id) ?? NaN }))
    const kept = all.find(({ id }) => id === keepId)
    return kept === undefined
      ? []
      : mergeFaces(
          kept,
          all.filter(({ id }) => id !== keepId),
        )
  }

  /** Albums that the kept photo comes into: each at the place of the first of the others. */
  #albumsFor({ keepId, ids }: DuplicateChoice): PlaceInAlbum[] {
    const places = this.#dependencies.catalog.albums.places([keepId, ...ids])
    return [...Map.groupBy(places, ({ album }) => album).values()].flatMap((here) =>
      here.some(({ photo }) => photo === keepId) ? [] : here.slice(0, 1),
    )
  }

  #albumParts(choice: DuplicateChoice): ChangePart[] {
    const ids = [choice.keepId]
    return this.#albumsFor(choice).map(({ album, name, position }) => ({
      change: { kind: 'put-into-album', album, name, photos: ids, from: position, step: 0 },
      ids,
    }))
  }

  /** Throws `bad-params` where the photos of a choice are not found to show the same. */
  require({ keepId, ids }: DuplicateChoice): void {
    const isOnce = new Set([keepId, ...ids]).size === ids.length + 1
    if (isOnce && this.#dependencies.groups.groupOf([keepId, ...ids]) !== undefined) return
    throw new AppError('bad-params', say('errors.duplicatesChanged'))
  }
}
