import type { Text } from '../../../contract/sentences/text.ts'
import { say } from '../../../contract/sentences/say.ts'
import { lstatSync, unlinkSync } from 'node:fs'
import { access, constants, lstat, mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError, isDiskFull } from '../../../contract/errors.ts'
import { copyVerified } from './copy-verified.ts'
import { explainMove } from './explain-move.ts'
import { isSameEntry, placeFile, placeFolder, syncFolder } from './place-file.ts'
import { foldPath, isAsPlanned, statIfPresent, type Way } from './places.ts'

/** `record` updates the catalogue's places; it is called between two steps on the disk. */
export type UnitOrder = {
  ways: readonly Way[]
  isForward: boolean
  record(ways: readonly Way[]): void
  signal: AbortSignal
}

/** The moved files; `isFull`: the disk has no room, so no other file would fit. */
export type UnitOutcome = { moved: Way[]; failure: { path: string; reason: Text; isFull: boolean } | null }

/**
 * Moves files together or not at all. On one disk a file is renamed, and the catalogue follows before anything else of
 * the library runs. To another disk it is copied, read back and compared, and the original is deleted last. Rejects
 * only if it is interrupted; other failures are in the outcome, and then all files are at their old places.
 */
export async function moveUnit(order: UnitOrder): Promise<UnitOutcome> {
  const run = new UnitRun(order)
  try {
    return { moved: await run.run(), failure: null }
  } catch (error) {
    await run.removeCopies()
    if (order.signal.aborted && error === order.signal.reason) throw error
    return { moved: [], failure: { path: run.at, reason: explainMove(error), isFull: isDiskFull(error) } }
  }
}

const isFolder = ({ move }: Way) => move.photoId === 0
const isPhoto = ({ move }: Way) => move.fileId !== null
const refuse = (sentence: Text): never => {
  throw new AppError('bad-params', sentence)
}

class UnitRun {
  /** The current file. */
  at = ''
  readonly #order: UnitOrder
  readonly #copies = new Set<Way>()

  constructor(order: UnitOrder) {
    this.#order = order
  }

  async run(): Promise<Way[]> {
    const ways = await this.#findPresent()
    for (const way of ways) if (await this.#isOnOtherDisk(way)) await this.#copy(way)
    try {
      this.#commit(ways)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      for (const way of ways) if (!this.#copies.has(way)) await this.#copy(way) // one disk, mounted at two places
      this.#commit(ways)
    }
    return ways
  }

  async removeCopies(): Promise<void> {
    for (const { copy } of this.#copies) await rm(copy, { force: true })
  }

  /** Missing companions are left out. Throws if a file is not as planned, or its place is taken. */
  async #findPresent(): Promise<Way[]> {
    const present: Way[] = []
    const leaving = new Set(this.#order.ways.map(({ from }) => foldPath(from)))
    for (const way of this.#order.ways) {
      const { move, from, to } = this.#see(way)
      const stats = statIfPresent(from)
      if (stats === undefined && !isPhoto(way) && !isFolder(way)) continue
      if (stats === undefined) return refuse(say('files.pathGone', { path: from }))
      if (!isFolder(way) && !stats.isFile()) return refuse(say('files.pathLink', { path: from }))
      if (isPhoto(way) && this.#order.isForward && !isAsPlanned(move, stats))
        return refuse(say('files.pathChanged', { path: from }))
      if (statIfPresent(to) !== undefined && !leaving.has(foldPath(to)) && !isSameEntry(from, to))
        return refuse(say('files.pathTaken', { path: to }))
      await access(dirname(from), constants.W_OK)
      if (!isFolder(way)) await mkdir(dirname(to), { recursive: true })
      present.push(way)
    }
    return present
  }

  async #isOnOtherDisk(way: Way): Promise<boolean> {
    const { from, to } = this.#see(way)
    return !isFolder(way) && (await lstat(from)).dev !== (await lstat(dirname(to))).dev
  }

  async #copy(way: Way): Promise<void> {
    const { from, copy } = this.#see(way)
    await rm(copy, { force: true })
    this.#copies.add(way)
    await copyVerified(from, copy, this.#order.signal)
  }

  /** All steps without a pause; if one fails, the previous ones are reverted. */
  #commit(ways: readonly Way[]): void {
    const takeBack: (() => void)[] = []
    const place = (way: Way, from: string, to: string) => {
      const put = isFolder(way) ? placeFolder : placeFile
      put(from, to)
      takeBack.push(() => put(to, from))
    }
    try {
      const parked = this.#waysToPark(ways)
      for (const way of parked) place(this.#see(way), way.from, way.parked)
      for (const way of ways) place(this.#see(way), this.#placeBefore(way, parked), way.to)
      if (this.#copies.size > 0) for (const folder of new Set(ways.map(({ to }) => dirname(to)))) syncFolder(folder)
      this.#order.record(ways)
    } catch (error) {
      for (const back of takeBack.toReversed()) back()
      throw error
    }
    for (const way of this.#copies) unlinkSync(way.parked) // read back, and recorded in the catalogue
  }

  #placeBefore(way: Way, parked: ReadonlySet<Way>): string {
    if (this.#copies.has(way)) return way.copy
    return parked.has(way) ? way.parked : way.from
  }

  /**
   * Files whose name another file of the unit gets, or the same file in another spelling; and originals of copies, to
   * prove that they can be removed before the copy counts.
   */
  #waysToPark(ways: readonly Way[]): Set<Way> {
    const wanted = new Set(ways.map(({ to }) => foldPath(to)))
    return new Set(
      ways.filter((way) => {
        if (this.#copies.has(way)) return this.#isUnchanged(way)
        return wanted.has(foldPath(way.from)) || isSameEntry(way.from, way.to)
      }),
    )
  }

  /** Copying takes a while: the original must not have changed in the meantime. */
  #isUnchanged(way: Way): true {
    const { from, copy } = this.#see(way)
    const [original, copied] = [lstatSync(from), lstatSync(copy)]
    if (original.size === copied.size && Math.abs(original.mtimeMs - copied.mtimeMs) < 2001) return true // as on FAT
    return refuse(say('files.changedInCopy', { path: from }))
  }

  #see(way: Way): Way {
    this.at = way.from
    return way
  }
}
