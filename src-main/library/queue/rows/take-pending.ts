import { join } from 'node:path'
import type { StepName } from '../../../analysis/photo/findings.ts'
import { photoStatus } from '../../catalog/codecs/numbered.ts'
import type { Context } from '../../catalog/context/context.ts'
import { availableRoots } from '../../folders/rows/absent-roots.ts'
import { createPathOf } from '../../folders/rows/create-path-of.ts'
import { STACK_NUMBER } from '../../stacks/rows/stack-number.ts'
import type { Steps } from './steps/steps.ts'

/**
 * `rootId` is the watched folder of the photo's file. The file's stats show whether the one at the path is still the
 * photo's.
 */
export type PendingPhoto = {
  id: number
  rootId: number
  path: string
  steps: StepName[]
  /** Its analysis was over, and only idle steps are left. */
  isLate: boolean
  /** Steps stay that follow later. */
  leavesSome: boolean
  fileKey: string | null
  bytes: number
  modifiedMs: number
  changedMs: number | null
}
export type PendingOptions = {
  first: readonly number[]
  busy: ReadonlySet<number>
  /** Steps that no engine can do now: they are not handed out. */
  waiting?: readonly StepName[]
  /** Watched folders whose photos are left out. */
  pausedRoots?: ReadonlySet<number>
  /** Whether nobody is at work: then all photos get the idle steps, after everything else. */
  isIdle?: boolean
}
/**
 * Photos without any picture, not even an older one; `except` are left out, and `among` are the only ones, if given.
 */
export type WithoutPictureOptions = { first: readonly number[]; except: ReadonlySet<number>; among?: readonly number[] }

type Dependencies = Context & { steps: Steps }
type PendingRow = {
  id: number
  root_id: number
  folder_id: number
  name: string
  pending: number
  later: number
  inStack: 0 | 1
  sort_ms: number
  fileKey: string | null
  bytes: number
  modifiedMs: number
  changedMs: number | null
}

/** As SQL over a photo `p`, as the index of steps that follow later has it: 1 for a frame of a stack. */
const IN_STACK = `${STACK_NUMBER} <> 0`
/** Of the steps that follow later, what frames of a stack are compared by: they get it before other photos do. */
const FRAME_STEPS: readonly StepName[] = ['sharpness']
const PENDING = `p.status = ${photoStatus.number.pending} AND p.pending & @doable <> 0`
const LATE = `p.status = ${photoStatus.number.ready} AND p.later & @doable <> 0 AND p.later <> 0`
const NO_PICTURE = `${PENDING} AND p.thumb_version <= 0`

const select = (photos: string, condition: string) => `SELECT p.id, p.root_id, f.folder_id, f.name, p.pending, p.later,
    ${IN_STACK} AS inStack, p.sort_ms, f.file_key AS fileKey, f.bytes, f.modified_ms AS modifiedMs,
    f.changed_ms AS changedMs
  FROM ${photos} JOIN files f ON f.photo_id = p.id AND f.is_main = 1 WHERE ${condition}`

/**
 * Photos on screen and the other frames of their stacks, then the newest that wait for their analysis, then frames of
 * stacks without what they are compared by, then all others with steps that follow later if nothing else is to do. What
 * is on screen gets all steps at once, from one decode; a frame of a stack gets those that it is compared by with the
 * rest. Costs the photos taken and those left out, not the length of the queue. Photos of absent roots stay.
 */
export function takePending(
  context: Dependencies,
  limit: number,
  { first, busy, waiting = [], pausedRoots = new Set(), isIdle = false }: PendingOptions,
): PendingPhoto[] {
  const doable = ~context.steps.mask(waiting)
  const roots = availableRoots(context.db).filter((id) => !pausedRoots.has(id))
  const taking = new Taking(context.db, { roots, doable, limit, busy })
  taking.addFirst(withOtherFrames(context.db, first), `((${PENDING}) OR (${LATE}))`)
  const onScreen = new Set(taking.rows.map(({ id }) => id))
  taking.addNewest('photos p', PENDING)
  const forFrames = context.steps.mask(FRAME_STEPS)
  taking.addNewest('photos p INDEXED BY photos_later', `${LATE} AND (${IN_STACK}) = 1 AND p.later & ${forFrames} <> 0`)
  for (const inStack of isIdle ? [1, 0] : [])
    taking.addNewest('photos p INDEXED BY photos_later', `${LATE} AND (${IN_STACK}) = ${inStack}`)
  const now = ({ id, pending, inStack, later }: PendingRow) =>
    onScreen.has(id) || (isIdle && pending === 0) ? later : inStack === 1 ? later & forFrames : 0
  return taking.rows.map((row) => handOut(context, row, doable, now(row)))
}

/** Photos without a picture, to get one: `steps` is the preview alone. Costs what `takePending` costs. */
export function takeWithoutPicture(
  context: Dependencies,
  limit: number,
  { first, except, among }: WithoutPictureOptions,
): PendingPhoto[] {
  const doable = context.steps.mask(['preview'])
  const taking = new Taking(context.db, { roots: availableRoots(context.db), doable, limit, busy: except })
  taking.addFirst(among ?? first, NO_PICTURE)
  if (among === undefined) taking.addNewest('photos p INDEXED BY photos_without_picture', NO_PICTURE)
  return taking.rows.map((row) => handOut(context, row, doable, 0))
}

/**
 * The number of photos without a picture that could get one now, without `except` and, if given, only `among`; counting
 * ends at `max`.
 */
export function countWithoutPicture(
  { db, steps }: Dependencies,
  max: number,
  except: ReadonlySet<number>,
  among?: readonly number[],
): number {
  const photos = among === undefined ? 'photos INDEXED BY photos_without_picture' : 'photos'
  const isOne = among === undefined ? '' : 'AND id IN (SELECT value FROM json_each(@among))'
  const count = db.prepare<[Record<string, string | number>], number>(
    `SELECT count(*) FROM (SELECT 1 FROM ${photos}
       WHERE root_id IN (SELECT value FROM json_each(@roots)) AND status = ${photoStatus.number.pending}
         AND thumb_version <= 0 AND pending & @preview <> 0
         AND id NOT IN (SELECT value FROM json_each(@except)) ${isOne} LIMIT @max)`,
  )
  return (
    count.pluck().get({
      roots: JSON.stringify(availableRoots(db)),
      preview: steps.mask(['preview']),
      except: JSON.stringify([...except]),
      ...(among && { among: JSON.stringify(among) }),
      max,
    }) ?? 0
  )
}

/** Some photos, each with the other frames of its stack behind it. */
function withOtherFrames(db: Context['db'], ids: readonly number[]): number[] {
  if (ids.length === 0) return []
  const frames = db
    .prepare<[string], { of: number; id: number }>(
      `SELECT shown.id AS of, p.id FROM json_each(?) asked JOIN photos shown ON shown.id = asked.value
       JOIN photos p ON ${STACK_NUMBER} = coalesce(shown.person_stack, shown.auto_stack) AND ${STACK_NUMBER} <> 0`,
    )
    .all(JSON.stringify(ids))
  const framesOf = Map.groupBy(frames, ({ of }) => of)
  return [...new Set(ids.flatMap((id) => [id, ...(framesOf.get(id) ?? []).map((frame) => frame.id)]))]
}

type TakeOptions = { roots: readonly number[]; doable: number; limit: number; busy: ReadonlySet<number> }

/** Photos that are being taken, until there are enough. */
class Taking {
  readonly #db: Context['db']
  readonly #options: TakeOptions
  readonly #taken = new Map<number, PendingRow>()

  constructor(db: Context['db'], options: TakeOptions) {
    this.#db = db
    this.#options = options
  }

  get rows(): PendingRow[] {
    return [...this.#taken.values()]
  }

  /** Those of some photos that meet a condition. One query: a complete screen is requested with every photo taken. */
  addFirst(ids: readonly number[], condition: string): void {
    const { roots, doable } = this.#options
    if (ids.length === 0) return
    const rows = this.#db
      .prepare<[Record<string, string | number>], PendingRow>(
        `${select('photos p', condition)} AND p.id IN (SELECT value FROM json_each(@ids))
           AND +p.root_id IN (SELECT value FROM json_each(@roots))`,
      )
      .all({ doable, ids: JSON.stringify(ids), roots: JSON.stringify(roots) })
    const found = new Map(rows.map((row) => [row.id, row]))
    this.#add(ids.flatMap((id) => found.get(id) ?? []))
  }

  /** The newest of all roots that meet a condition: each root's own come from an index. */
  addNewest(photos: string, condition: string): void {
    const { roots, doable, limit, busy } = this.#options
    if (this.#taken.size >= limit) return
    const newest = this.#db.prepare<[Record<string, number>], PendingRow>(
      `${select(photos, condition)} AND p.root_id = @root ORDER BY p.sort_ms DESC, p.id DESC LIMIT @max`,
    )
    const max = limit + busy.size + this.#taken.size
    const rows = roots.flatMap((root) => newest.all({ doable, root, max }))
    this.#add(rows.sort((a, b) => b.sort_ms - a.sort_ms || b.id - a.id))
  }

  #add(rows: readonly PendingRow[]): void {
    const { limit, busy } = this.#options
    for (const row of rows) {
      if (this.#taken.size >= limit) return
      if (!busy.has(row.id) && !this.#taken.has(row.id)) this.#taken.set(row.id, row)
    }
  }
}

/** `now` are the steps of those that follow later that are handed out with the others. */
function handOut(context: Dependencies, row: PendingRow, doable: number, now: number): PendingPhoto {
  const { id, root_id: rootId, folder_id, name, pending, later, fileKey, bytes, modifiedMs, changedMs } = row
  context.inFlight.handOut(id)
  return {
    id,
    rootId,
    path: join(createPathOf(context)(folder_id), name),
    steps: context.steps.names((pending | now) & doable),
    isLate: pending === 0,
    leavesSome: (later & ~now) !== 0,
    fileKey,
    bytes,
    modifiedMs,
    changedMs,
  }
}

/** True if a photo whose file can be read now has a pending step other than these. */
export const hasPending = ({ db, steps }: Dependencies, waiting: readonly StepName[]): boolean =>
  db
    .prepare<[string, number]>(
      `SELECT 1 FROM photos WHERE root_id IN (SELECT value FROM json_each(?)) AND status = ${photoStatus.number.pending}
         AND pending & ? <> 0 LIMIT 1`,
    )
    .get(JSON.stringify(availableRoots(db)), ~steps.mask(waiting)) !== undefined

/** Photos that are analysed but for steps that follow later. */
export const countLate = ({ db }: Pick<Context, 'db'>): number =>
  db
    .prepare<[], number>(
      `SELECT count(*) FROM photos INDEXED BY photos_later WHERE status = ${photoStatus.number.ready} AND later <> 0`,
    )
    .pluck()
    .get()!

/**
 * True if one of them whose file can be read now could be continued: a frame of a stack without what it is compared by,
 * or any if nothing else is to do.
 */
export const hasLate = ({ db, steps }: Dependencies, isIdle: boolean): boolean => {
  const allowed = isIdle
    ? [1, 0].map((inStack) => `(${IN_STACK}) = ${inStack}`)
    : [`(${IN_STACK}) = 1 AND p.later & ${steps.mask(FRAME_STEPS)} <> 0`]
  return availableRoots(db).some((root) =>
    allowed.some(
      (condition) =>
        db
          .prepare<[number]>(
            `SELECT 1 FROM photos p INDEXED BY photos_later
             WHERE p.status = ${photoStatus.number.ready} AND p.later <> 0 AND ${condition} AND p.root_id = ? LIMIT 1`,
          )
          .get(root) !== undefined,
    ),
  )
}
