import { say } from '../../contract/sentences/say.ts'
import { randomUUID } from 'node:crypto'
import { AppError, messageOf } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type { DuplicateChoice, TrashOrder, TrashPlan, TrashReport } from '../../contract/library/duplicates.ts'
import type { Catalog, FileInTrash, GoingFile } from '../catalog/catalog.ts'
import type { PersonChanges } from '../changes/person-changes.ts'
import type { Log } from '../host/log.ts'
import type { Trash } from '../host/trash.ts'
import { readCutOffTrash } from './cut-off-trash.ts'
import { describePlan } from './describe-plan.ts'
import type { MergeDuplicates } from './merge-duplicates.ts'
import { planGroup, planPhotos, type PlannedGroup, type PlannedPhoto } from './plan-trash.ts'
import { type CheckedGroup, checkGroup, type Failure, trashPhoto } from './trash-group.ts'

export type TrashDependencies = {
  catalog: Pick<Catalog, 'duplicates'>
  changes: Pick<PersonChanges, 'apply'>
  ingest: { recheck(path: string): Promise<void> }
  merge: Pick<MergeDuplicates, 'require' | 'propose' | 'merge'>
  log: Pick<Log, 'warn'>
  /** Null where the shell has none. */
  trash: Trash | null
}

/** Plans that are remembered: a window has one open, and forgets those before. */
const MOST_PLANS = 8

/**
 * Moves photos that show the same as one that is kept to the system's trash. What goes is listed first, under a number;
 * only what was listed goes, and only where it is as it was then. Photos that a person does not want go the same way.
 */
export class TrashDuplicates {
  readonly #dependencies: TrashDependencies
  readonly #plans = new Map<string, PlannedGroup[]>()
  /** One after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(dependencies: TrashDependencies) {
    this.#dependencies = dependencies
  }

  /** Journals what went to the trash when the program was killed, so that it can be undone too. */
  start(): void {
    const settled = this.#last.then(() => this.#settle())
    this.#last = settled.catch((error: unknown) =>
      this.#dependencies.log.warn('What went to the trash before could not be noted', { error: messageOf(error) }),
    )
  }

  /** Throws `bad-params` where photos are no duplicates, or are to be kept and to go; `not-supported-here`. */
  async plan(wanted: readonly DuplicateChoice[]): Promise<TrashPlan> {
    const { catalog, merge } = this.#dependencies
    const { advice } = this.#trash()
    const choices = joinChoices(wanted)
    requireOnce(choices)
    for (const choice of choices) merge.require(choice)
    const groups: PlannedGroup[] = []
    for (const choice of choices) groups.push(await planGroup(catalog, choice))
    return describePlan({
      planId: this.#keep(groups),
      advice,
      groups,
      merges: choices.map((choice) => merge.propose(choice)),
    })
  }

  /** The same for photos that a person does not want any more, whatever they show. Throws `not-supported-here`. */
  async planPhotos(ids: readonly number[]): Promise<TrashPlan> {
    const { advice } = this.#trash()
    const groups = [await planPhotos(this.#dependencies.catalog, ids)]
    return describePlan({ planId: this.#keep(groups), advice, groups, merges: [] })
  }

  /** Does what was listed; what cannot go is named, and the rest goes on. Throws `bad-params` for an unknown plan. */
  carryOut(order: TrashOrder): Promise<TrashReport> {
    const groups = this.#plans.get(order.planId)
    if (groups === undefined) throw new AppError('bad-params', say('errors.listAgain'))
    this.#plans.delete(order.planId)
    const done = this.#last.then(() => this.#carryOut(groups, order))
    this.#last = done.catch(() => undefined) // whoever ordered it is told
    return done
  }

  async close(): Promise<void> {
    await this.#last
  }

  #keep(groups: PlannedGroup[]): string {
    const planId = randomUUID()
    this.#plans.set(planId, groups)
    for (const old of [...this.#plans.keys()].slice(0, -MOST_PLANS)) this.#plans.delete(old)
    return planId
  }

  #trash(): Trash {
    const { trash } = this.#dependencies
    if (trash === null) throw new AppError('not-supported-here', say('errors.noTrash'))
    return trash
  }

  async #carryOut(groups: readonly PlannedGroup[], order: TrashOrder): Promise<TrashReport> {
    const checked: CheckedGroup[] = []
    for (const group of groups) checked.push(await checkGroup(group))
    const failures = checked.flatMap((each) => each.failures)
    const merged = await this.#merge(checked, order)
    await this.#settle()
    const { filesGoing } = this.#dependencies.catalog.duplicates
    const unsettled = filesGoing.get()
    filesGoing.set([...unsettled, ...checked.flatMap(({ photos }) => photos.flatMap(listGoing))])
    const went = await this.#trashAll(checked, failures)
    const change = await this.#journal(went)
    filesGoing.set(unsettled)
    const photoCount = new Set(went.map(({ photoId }) => photoId)).size
    return { photoCount, fileCount: went.length, failures, change, merged }
  }

  /** What cannot be told yet, since a drive is away, stays noted. */
  async #settle(): Promise<void> {
    const { filesGoing } = this.#dependencies.catalog.duplicates
    const noted = filesGoing.get()
    if (noted.length === 0) return
    const { went, back, unknown } = await readCutOffTrash(noted)
    const returned = back.length === 0 ? [] : await this.#trash().putBack(back)
    for (const { path, outcome, reason } of returned)
      if (outcome !== 'back') this.#dependencies.log.warn('A file stays in the trash', { path, reason })
    await this.#journal(went.map(({ role: _role, ...file }) => file))
    filesGoing.set(unknown)
  }

  async #journal(went: readonly FileInTrash[]): Promise<ChangeResult | null> {
    const { changes, ingest } = this.#dependencies
    const ids = [...new Set(went.map(({ photoId }) => photoId))]
    const change = ids.length === 0 ? null : await changes.apply({ kind: 'trash-photos', ids, files: went })
    for (const { path } of went) await ingest.recheck(path)
    return change
  }

  /** Of what goes for certain: a photo that stays keeps its tags to itself. */
  async #merge(checked: readonly CheckedGroup[], { merges, chosen }: TrashOrder): Promise<ChangeResult | null> {
    const choices = checked.flatMap(({ group, photos }) =>
      photos.length === 0 || group.choice === null
        ? []
        : { keepId: group.choice.keepId, ids: photos.map(({ photoId }) => photoId) },
    )
    if (!merges || choices.length === 0) return null
    const result = await this.#dependencies.merge.merge(choices, chosen)
    return result.changeId === null ? null : result
  }

  async #trashAll(checked: readonly CheckedGroup[], failures: Failure[]): Promise<FileInTrash[]> {
    const went: FileInTrash[] = []
    for (const { group, photos } of checked)
      for (const photo of photos) {
        const done = await trashPhoto(this.#trash(), photo, group.choice === null ? null : (group.kept?.path ?? ''))
        went.push(...done.files)
        failures.push(...done.failures)
      }
    return went
  }
}

const listGoing = ({ photoId, files }: PlannedPhoto): GoingFile[] =>
  files.map(({ path, role, facts, contentHash }) => ({ photoId, path, role, bytes: facts.bytes, contentHash }))

/**
 * Of equal files one stands for all where another picture shows the same: when it goes for that one, so do its equals,
 * and what they were given follows to the photo that is kept in the end.
 */
function joinChoices(choices: readonly DuplicateChoice[]): DuplicateChoice[] {
  const keptFor = new Map(choices.flatMap(({ keepId, ids }) => ids.map((id) => [id, keepId] as const)))
  const keeperOf = (id: number): number => {
    let kept = id
    for (let steps = 0; keptFor.has(kept) && steps < choices.length; steps++) kept = keptFor.get(kept)!
    return kept
  }
  const joined = Map.groupBy(choices, ({ keepId }) => keeperOf(keepId))
  return [...joined].map(([keepId, those]) => ({ keepId, ids: those.flatMap(({ ids }) => ids) }))
}

/** Throws `bad-params` where a photo is to go twice, or is kept in one group and goes in another. */
function requireOnce(choices: readonly DuplicateChoice[]): void {
  const going = choices.flatMap(({ ids }) => ids)
  const all = [...going, ...new Set(choices.map(({ keepId }) => keepId))]
  if (new Set(all).size === all.length) return
  throw new AppError('bad-params', 'A photo is named twice, or is to be kept and to go.')
}
