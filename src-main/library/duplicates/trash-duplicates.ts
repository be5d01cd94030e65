import { inEnglish } from '../../contract/sentences/write-text.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { say, several } from '../../contract/sentences/say.ts'
import { randomUUID } from 'node:crypto'
import { AppError, messageOf, textOf } from '../../contract/errors.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import type {
  DuplicateChoice,
  TrashOrder,
  TrashPlan,
  TrashReport,
  MergeProposal,
} from '../../contract/library/duplicates.ts'
import type { Catalog, FileInTrash } from '../catalog/catalog.ts'
import type { GoingFile } from './rows/files-going.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import type { Log } from '../host/log.ts'
import type { Trash } from '../host/trash.ts'
import { readCutOffTrash } from './cut-off-trash.ts'
import type { MergeDuplicates } from './merge-duplicates.ts'
import { planGroup, planPhotos, type PlannedGroup, type PlannedPhoto, type PlannedFile } from './plan-trash.ts'
import { readFileStats } from './file-stats.ts'
import { hashFile } from '../../base/files/hash.ts'

export type TrashDependencies = {
  catalog: Pick<Catalog, 'duplicates'>
  changes: Pick<PersonChanges, 'apply'>
  ingest: { recheck(path: string): Promise<void> }
  merge: Pick<MergeDuplicates, 'require' | 'propose' | 'merge'>
  log: Pick<Log, 'warn'>
  /** Null if the shell has none. */
  trash: Trash | null
}

/** Plans that are kept: a window has one open, and forgets earlier ones. */
const MAX_PLANS = 8

/**
 * Moves photos that show the same as a kept one to the system's trash. They are listed first, under a number; only
 * listed files go, and only if they have not changed since. Photos that a person does not want go the same way.
 */
export class TrashDuplicates {
  readonly #dependencies: TrashDependencies
  readonly #plans = new Map<string, PlannedGroup[]>()
  /** One after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(dependencies: TrashDependencies) {
    this.#dependencies = dependencies
  }

  /** Journals what was trashed when the program was killed, so that it can be undone too. */
  start(): void {
    const settled = this.#last.then(() => this.#settle())
    this.#last = settled.catch((error: unknown) =>
      this.#dependencies.log.warn('What went to the trash before could not be noted', { error: messageOf(error) }),
    )
  }

  /** Throws `bad-params` if photos are no duplicates, or would be both kept and trashed; `not-supported-here`. */
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

  /** The same for photos that a person no longer wants, whatever they show. Throws `not-supported-here`. */
  async planPhotos(ids: readonly number[]): Promise<TrashPlan> {
    const { advice } = this.#trash()
    const groups = [await planPhotos(this.#dependencies.catalog, ids)]
    return describePlan({ planId: this.#keep(groups), advice, groups, merges: [] })
  }

  /** Carries out a plan; files that cannot go are named, and the others go. Throws `bad-params` for an unknown plan. */
  carryOut(order: TrashOrder): Promise<TrashReport> {
    const groups = this.#plans.get(order.planId)
    if (groups === undefined) throw new AppError('bad-params', say('errors.listAgain'))
    this.#plans.delete(order.planId)
    const done = this.#last.then(() => this.#carryOut(groups, order))
    this.#last = done.catch(() => undefined) // the caller gets the error
    return done
  }

  async close(): Promise<void> {
    await this.#last
  }

  #keep(groups: PlannedGroup[]): string {
    const planId = randomUUID()
    this.#plans.set(planId, groups)
    for (const old of [...this.#plans.keys()].slice(0, -MAX_PLANS)) this.#plans.delete(old)
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

  /** Photos on an absent drive are undecided and stay noted. */
  async #settle(): Promise<void> {
    const { filesGoing } = this.#dependencies.catalog.duplicates
    const noted = filesGoing.get()
    if (noted.length === 0) return
    const { went, back, unknown } = await readCutOffTrash(noted)
    const returned = back.length === 0 ? [] : await this.#trash().putBack(back)
    for (const each of returned)
      if (each.outcome !== 'back')
        this.#dependencies.log.warn('A file stays in the trash', { path: each.path, reason: inEnglish(each.reason) })
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

  /** Merges only photos that certainly go: a photo that stays keeps its tags to itself. */
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
  files.map(({ path, role, stats, contentHash }) => ({ photoId, path, role, bytes: stats.bytes, contentHash }))

/**
 * One of several equal files represents them all beside another picture that shows the same: if it goes in favour of
 * that one, so do its equals, and their work follows to the photo that is kept in the end.
 */
function joinChoices(choices: readonly DuplicateChoice[]): DuplicateChoice[] {
  const keptFor = new Map(choices.flatMap(({ keepId, ids }) => ids.map((id) => [id, keepId] as const)))
  const lastKeptFor = (id: number): number => {
    let kept = id
    for (let steps = 0; keptFor.has(kept) && steps < choices.length; steps++) kept = keptFor.get(kept)!
    return kept
  }
  const joined = Map.groupBy(choices, ({ keepId }) => lastKeptFor(keepId))
  return [...joined].map(([keepId, those]) => ({ keepId, ids: those.flatMap(({ ids }) => ids) }))
}

/** Throws `bad-params` if a photo would go twice, or is kept in one group and goes in another. */
function requireOnce(choices: readonly DuplicateChoice[]): void {
  const going = choices.flatMap(({ ids }) => ids)
  const all = [...going, ...new Set(choices.map(({ keepId }) => keepId))]
  if (new Set(all).size === all.length) return
  throw new AppError('bad-params', say('errors.photoTwice'))
}

type PlanToDescribe = {
  planId: string
  advice: Text | null
  groups: readonly PlannedGroup[]
  merges: readonly MergeProposal[]
}

/** What a person is shown before anything goes: every file with its size, what is kept, and what cannot go. */
function describePlan({ planId, advice, groups, merges }: PlanToDescribe): TrashPlan {
  const photos = groups.flatMap((group) => group.photos)
  const going = photos.filter(({ refusal }) => refusal === null)
  const files = going.flatMap(({ photoId, files: own }) =>
    own.map(({ path, role, stats }) => ({ photoId, path, role, bytes: stats.bytes })),
  )
  return {
    planId,
    advice,
    photoCount: going.length,
    files,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    kept: groups.flatMap(({ kept }) => (kept === undefined ? [] : { photoId: kept.photoId, path: kept.path })),
    refused: photos.flatMap(({ photoId, path, refusal }) =>
      refusal === null ? [] : { photoId, path, reason: refusal },
    ),
    merges: [...merges],
  }
}

type Failure = { path: string; reason: Text }

/** Photos of a group that may go, since nothing has changed since they were listed, and why others may not. */
type CheckedGroup = { group: PlannedGroup; photos: PlannedPhoto[]; failures: Failure[] }

/** Reads all files of a group again: the kept one must be intact, and each that goes must be as it was listed. */
async function checkGroup(group: PlannedGroup): Promise<CheckedGroup> {
  const failures: Failure[] = []
  const photos: PlannedPhoto[] = []
  const keptProblem = group.choice === null ? null : await problemOfKept(group)
  for (const photo of group.photos) {
    const reason = photo.refusal ?? keptProblem ?? (await problemOfPhoto(photo, group.choice !== null))
    if (reason === null) photos.push(photo)
    else failures.push({ path: photo.path, reason })
  }
  return { group, photos, failures }
}

async function problemOfKept({ kept }: PlannedGroup): Promise<Text | null> {
  if (kept === undefined) return say('files.keeperGone')
  const problem = say('files.keeperUnreadable', { path: kept.path })
  if ((await readFileStats(kept.path)) === null || kept.contentHash === '') return problem
  const hash = await hashFile(kept.path).catch(() => '')
  return hash === kept.contentHash ? null : problem
}

/** If a photo is compared with a kept one, its bytes are read again; otherwise size and time are enough. */
async function problemOfPhoto({ files }: PlannedPhoto, isCompared: boolean): Promise<Text | null> {
  for (const file of files) {
    const isTrusted = !isCompared && file.contentHash !== ''
    const problem = isTrusted ? await problemOfStats(file) : await problemOfFile(file)
    if (problem !== null) return problem
  }
  return null
}

/** Adds the missing hash of a file, so that it can be recognised in the trash. */
async function problemOfFile(file: PlannedFile): Promise<Text | null> {
  const problem = await problemOfStats(file)
  if (problem !== null) return problem
  try {
    const hash = await hashFile(file.path)
    if (file.contentHash !== '' && hash !== file.contentHash) return changedSince(file)
    file.contentHash = hash
    return null
  } catch (error) {
    return say('files.pathUnreadable', { path: file.path, sentence: textOf(error) })
  }
}

async function problemOfStats(file: PlannedFile): Promise<Text | null> {
  const stats = await readFileStats(file.path)
  if (stats === null) return say('files.pathGone', { path: file.path })
  const { key, bytes, modifiedMs } = file.stats
  return stats.key === key && stats.bytes === bytes && stats.modifiedMs === modifiedMs ? null : changedSince(file)
}

const changedSince = (file: PlannedFile) => say('files.changedSinceListed', { path: file.path })

/** The trashed files of a photo; none if a file of its picture was refused. */
type TrashedPhoto = { photoId: number; files: FileInTrash[]; failures: Failure[] }

/**
 * Moves the files of a photo to the trash. If one of several is refused, the others are put back; a sidecar that stays
 * is named. A file that is kept instead must still be there.
 */
async function trashPhoto(
  trash: Trash,
  { photoId, files }: PlannedPhoto,
  keptPath: string | null,
): Promise<TrashedPhoto> {
  const gone: FileInTrash[] = []
  const failures: Failure[] = []
  for (const file of files) {
    const reason = await trashFile(trash, file, keptPath)
    if (reason === null) gone.push({ photoId, path: file.path, bytes: file.stats.bytes, contentHash: file.contentHash })
    else failures.push({ path: file.path, reason })
    if (reason !== null && file.role === 'photo')
      return { photoId, files: [], failures: await returnAll(trash, gone, failures) }
  }
  return { photoId, files: gone, failures }
}

/** Why a file did not go; empty if it did. */
async function trashFile(trash: Trash, file: PlannedFile, keptPath: string | null): Promise<Text | null> {
  if (keptPath !== null && (await readFileStats(keptPath)) === null) return say('files.keptGone', { path: keptPath })
  const problem = await problemOfStats(file)
  if (problem !== null) return problem
  return trash.put(file.path).then(() => null, textOf)
}

async function returnAll(trash: Trash, gone: readonly FileInTrash[], failures: readonly Failure[]): Promise<Failure[]> {
  const returned = gone.length === 0 ? [] : await trash.putBack(gone)
  const lost = returned.filter((each) => each.outcome !== 'back')
  return [...failures, ...lost.map(({ path, reason }) => ({ path, reason: several([say('files.inTrash'), reason]) }))]
}
