import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type {
  ChosenValue,
  DuplicateChoice,
  MergeProposal,
  MergeField,
  MergeValue,
} from '../../contract/library/duplicates.ts'
import {
  type Catalog,
  type ChangePart,
  type PhotoWork,
  type PlaceInAlbum,
  type SuggestionAnswer,
  furtherTexts,
} from '../catalog/catalog.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import type { DuplicateGroups } from './duplicate-groups.ts'
import { mergeFaces } from './merge-faces.ts'
import { givenTags, proposeMerge } from './propose-merge.ts'
import { tagKey } from '../catalog/vocabulary/tag-levels.ts'
import type { PickFlag, SensitivityJudgement } from '../../contract/library/photo.ts'
import { parsePosition } from '../../contract/library/position.ts'

export type MergeDependencies = {
  catalog: Pick<Catalog, 'albums' | 'keywords' | 'photos' | 'work'>
  changes: Pick<PersonChanges, 'applyBatch'>
  groups: Pick<DuplicateGroups, 'groupOf'>
}

/** Gives the kept photo the work done to others that show the same. */
export class MergeDuplicates {
  readonly #dependencies: MergeDependencies

  constructor(dependencies: MergeDependencies) {
    this.#dependencies = dependencies
  }

  /** Throws `bad-params` if the photos were not found to show the same. */
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
        ...cropParts(kept, others),
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

  /** Answers to suggestions follow, so that nobody is asked again about the kept copy. */
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

  /** Albums that the kept photo enters, each at the place of the first of the others. */
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

  /** Throws `bad-params` if the photos of a choice were not found to show the same. */
  require({ keepId, ids }: DuplicateChoice): void {
    const isOnce = new Set([keepId, ...ids]).size === ids.length + 1
    if (isOnce && this.#dependencies.groups.groupOf([keepId, ...ids]) !== undefined) return
    throw new AppError('bad-params', say('errors.duplicatesChanged'))
  }
}

/**
 * Answers to suggestions that the kept photo gets from others that show the same. Its own answers stay, and no tag is
 * rejected that somebody gave to it or one of the others. Of several answers the first counts.
 */
function answerParts(keepId: number, answers: readonly SuggestionAnswer[], given: readonly string[]): ChangePart[] {
  const settled = new Set(answers.filter(({ photoId }) => photoId === keepId).map(({ name }) => tagKey(name)))
  const tags = new Set(given.map(tagKey))
  return answers.flatMap(({ name, verdict }): ChangePart[] => {
    const key = tagKey(name)
    if (settled.has(key) || (verdict === 'rejected' && tags.has(key))) return []
    settled.add(key)
    return [{ change: { kind: 'suggestion', name, verdict }, ids: [keepId] }]
  })
}

type Change = ChangePart['change']

/** The change that gives a photo a value; what a proposal holds is of the field's type. */
const changeOf: Readonly<Record<MergeField, (value: MergeValue) => Change>> = {
  rating: (value) => ({ kind: 'rate', rating: Number(value) }),
  pick: (value) => ({ kind: 'pick', pick: Number(value) as PickFlag }),
  label: (value) => ({ kind: 'label', label: String(value) }),
  sensitivity: (value) => ({ kind: 'sensitivity', judgement: value as SensitivityJudgement }),
  takenAt: (value) => ({ kind: 'taken-at', takenAt: String(value) }),
  orientation: (value) => ({ kind: 'orientation', orientation: Number(value) }),
  title: (value) => ({ kind: 'title', text: String(value) }),
  caption: (value) => ({ kind: 'caption', text: String(value) }),
  creator: (value) => ({ kind: 'creator', text: String(value) }),
  copyright: (value) => ({ kind: 'copyright', text: String(value) }),
}

/**
 * The changes that give a photo the proposal, or the person's choice instead. Throws `bad-params` for a value that none
 * of the photos has.
 */
function mergeParts(proposal: MergeProposal, chosen: readonly ChosenValue[]): ChangePart[] {
  const ids = [proposal.keepId]
  const mine = chosen.filter(({ keepId }) => keepId === proposal.keepId)
  const changes: Change[] = [
    ...proposal.fields.flatMap((field) => changeOfField(field, mine)),
    ...proposal.tags.map((name): Change => ({ kind: 'add-tag', name })),
    ...proposal.removedTags.map((name): Change => ({ kind: 'remove-tag', name })),
    ...(proposal.becomesPrivate ? [{ kind: 'private', isPrivate: true } as const] : []),
  ]
  return changes.map((change) => ({ change, ids }))
}

function changeOfField(
  { field, present, values, proposed }: MergeProposal['fields'][number],
  chosen: readonly ChosenValue[],
): Change[] {
  const value = chosen.find((each) => each.field === field)?.value ?? proposed
  if (!values.some((each) => each.value === value))
    throw new AppError('bad-params', say('errors.noneHas', { what: field, value: String(value) }))
  return value === present ? [] : [changeOf[field](value)]
}

type Photo = Pick<PhotoWork, 'id' | 'position' | 'texts'>

/**
 * What the kept photo gets beside a person's choices: the place and the further texts of the first other photo that has
 * them, if it has none. What was removed from the kept one stays removed.
 */
function placeAndTextParts(kept: Photo, others: readonly Photo[]): ChangePart[] {
  const ids = [kept.id]
  const place =
    kept.position.isGiven || kept.position.value !== '' ? '' : firstOf(others, (each) => each.position.value)
  const position = parsePosition(place)
  const texts = furtherTexts.flatMap((field) => {
    const text = kept.texts[field] === undefined ? firstOf(others, (each) => each.texts[field]?.value ?? '') : ''
    return text === '' ? [] : [[field, text]]
  })
  return [
    ...(position === null ? [] : [{ change: { kind: 'position', position } as const, ids }]),
    ...(texts.length === 0 ? [] : [{ change: { kind: 'fields', values: Object.fromEntries(texts) } as const, ids }]),
  ]
}

/**
 * A crop comes from the first other photo with the same picture in its file, on which it shows the same. What the
 * person decided for the kept photo stays.
 */
function cropParts(kept: Cropped, others: readonly Cropped[]): ChangePart[] {
  if (kept.crop !== null || kept.imageHash === '') return []
  const crop = others.find((each) => each.crop !== null && each.imageHash === kept.imageHash)?.crop ?? null
  return crop === null ? [] : [{ change: { kind: 'crop', crop }, ids: [kept.id] }]
}

type Cropped = Pick<PhotoWork, 'id' | 'crop' | 'imageHash'>

const firstOf = (photos: readonly Photo[], read: (photo: Photo) => string): string =>
  photos.map(read).find((value) => value !== '') ?? ''

/** A time is chosen without its zone and gets the zone that was given with it. */
function withOffsets(
  parts: readonly ChangePart[],
  others: readonly Pick<PhotoWork, 'takenAt' | 'offset'>[],
): ChangePart[] {
  return parts.map((part) => {
    if (part.change.kind !== 'taken-at' || part.change.takenAt === null) return part
    const { takenAt } = part.change
    const offset = others.find((each) => each.takenAt === takenAt && each.offset !== null)?.offset ?? ''
    return { ...part, change: { ...part.change, takenAt: takenAt + offset } }
  })
}
