import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { rm, stat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { isDiskFull, TextError } from '../../contract/errors.ts'
import type { CardProgress } from '../../contract/library/card-import.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { CardFile, CardImport } from './rows/card-import-store.ts'
import { explainMove } from '../files/disk/explain-move.ts'
import { existsSync } from 'node:fs'
import { areEqual, copyVerified } from '../files/disk/copy-verified.ts'
import { placeFile, syncFolder } from '../files/disk/place-file.ts'
import { hashFile } from '../../base/files/hash.ts'

export type CardRunDependencies = {
  cards: Catalog['cards']
  signal: AbortSignal
  isCancelled(): boolean
  onProgress(progress: CardProgress): void
}

/** Stops an import that can continue later. */
class Interruption extends TextError {}

/** Copies the files that an import still lacks, item by item. */
export class CardRun {
  readonly progress: CardProgress
  readonly #job: CardImport
  readonly #dependencies: CardRunDependencies
  readonly #files: CardFile[]
  /** Why the folder of the second copies takes no more. */
  #backupProblem: Text | null = null

  constructor(job: CardImport, dependencies: CardRunDependencies) {
    this.#job = job
    this.#dependencies = dependencies
    this.#files = dependencies.cards.files(job.id)
    this.progress = progressOf(job, this.#files)
  }

  /** Paths of copied photos and films, of this run and earlier ones. */
  get copies(): string[] {
    return this.#files.filter(({ isMain, state }) => isMain && state === 'copied').map(({ to }) => to)
  }

  /** Resolves at the end, or when it has to stop; then `problem` is the reason. */
  async run(): Promise<void> {
    try {
      for (const unit of Map.groupBy(this.#files, (file) => file.unit).values()) {
        if (this.#dependencies.isCancelled()) break
        await this.#copyUnit(unit)
      }
      this.progress.state = this.#dependencies.isCancelled() ? 'cancelled' : 'done'
    } catch (error) {
      this.progress.state = 'interrupted'
      const { signal } = this.#dependencies
      if (signal.aborted) this.progress.problem = say('cards.closed')
      else if (error instanceof Interruption) this.progress.problem = error.text
      else throw error
    }
  }

  /** Companions of a photo that was imported before are not needed either. */
  async #copyUnit(unit: readonly CardFile[]): Promise<void> {
    const media = unit.filter(({ isMain }) => isMain)
    for (const file of unit) {
      const isNeedless = !file.isMain && media.length > 0 && media.every(({ state }) => state === 'known')
      if (file.state === 'waits' && isNeedless) this.#note({ ...file, state: 'known', backupState: 'known' })
      else {
        if (file.state === 'waits') await this.#copyOne(file)
        if (this.#wantsBackup(file)) await this.#backUp(file)
      }
      this.#tell(file)
    }
  }

  async #copyOne(file: CardFile): Promise<void> {
    const { cards, signal } = this.#dependencies
    const from = path.join(this.#job.source, file.place)
    const isKnown = (contentHash: string) => file.isMain && cards.isKnown(contentHash)
    try {
      const copied = await copyFromCard({ from, to: file.to, file, isKnown, signal })
      Object.assign(file, { to: copied.to, state: copied.isKnown ? 'known' : 'copied' })
      if (copied.isKnown) file.backupState = 'known'
      this.progress[copied.isKnown ? 'known' : 'copied'] += 1
      if (file.isMain) cards.remember(file, path.basename(file.place), copied.contentHash)
      else cards.update(file)
    } catch (error) {
      await this.#stopWhereAway(error, file)
      const reason = explainMove(error)
      this.progress.failures.push({ path: from, reason })
      this.#note({ ...file, state: 'failed', reason })
    }
  }

  /** Copies from the first copy, which was compared with the card; a failure here costs only the second copy. */
  async #backUp(file: CardFile): Promise<void> {
    const { cards, signal } = this.#dependencies
    try {
      if (this.#backupProblem !== null) throw new TextError(this.#backupProblem)
      const { to } = await copyFromCard({ from: file.to, to: file.backup, file, isKnown: () => false, signal })
      Object.assign(file, { backup: to, backupState: 'copied' })
      this.progress.backedUp += 1
    } catch (error) {
      if (signal.aborted) throw error
      const backupReason = this.#backupProblem ?? explainMove(error)
      if (isDiskFull(error) || (await isAway(this.#job.wishes.backup))) this.#backupProblem = backupReason
      Object.assign(file, { backupState: 'failed', backupReason })
      this.progress.backupFailures.push({ path: file.to, reason: backupReason })
    }
    cards.update(file)
  }

  #wantsBackup = ({ backup, state, backupState }: CardFile): boolean =>
    backup !== '' && state === 'copied' && backupState === 'waits'

  /** A removed card, a missing folder or a full disk stops everything, because the rest would fail as well. */
  async #stopWhereAway(error: unknown, file: CardFile): Promise<void> {
    const { signal } = this.#dependencies
    if (signal.aborted) throw error
    const { source, wishes } = this.#job
    // What stays of it is removed when the import continues; the error at hand is the one to report.
    await rm(partOf(file.to, file), { force: true }).catch(() => undefined)
    if (await isAway(source)) throw new Interruption(say('cards.cardAway', { path: source }))
    if (await isAway(wishes.target)) throw new Interruption(say('cards.targetAway', { path: wishes.target }))
    if (isDiskFull(error)) throw new Interruption(say('cards.targetFull', { path: wishes.target }))
    if (['EROFS', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new Interruption(say('cards.forbidden', { path: path.dirname(file.to) }))
  }

  #note(file: CardFile): void {
    if (file.state === 'known') this.progress.known += 1
    this.#dependencies.cards.update(file)
    Object.assign(
      this.#files.find(({ id }) => id === file.id)!,
      file,
    )
  }

  #tell({ bytes }: CardFile): void {
    this.progress.done = Math.min(this.progress.total, this.progress.done + 1)
    this.progress.bytesDone = Math.min(this.progress.bytesTotal, this.progress.bytesDone + bytes)
    this.#dependencies.onProgress(this.progress)
  }
}

const isAway = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (stats) => !stats.isDirectory(),
    () => true,
  )

/** Progress of an import when it stopped; what is checked again is counted again. */
export function progressOf({ id, wishes }: CardImport, files: readonly CardFile[]): CardProgress {
  const count = (which: CardFile['state']) => files.filter(({ state }) => state === which).length
  return {
    jobId: String(id),
    state: 'running',
    label: wishes.label,
    target: wishes.target,
    backup: wishes.backup,
    total: files.length,
    done: 0,
    bytesTotal: files.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesDone: 0,
    copied: count('copied'),
    known: count('known'),
    backedUp: files.filter(({ backupState }) => backupState === 'copied').length,
    failures: files.flatMap(({ place, state, reason }) =>
      state === 'failed' && reason !== null ? { path: place, reason } : [],
    ),
    backupFailures: files.flatMap(({ to, backupState, backupReason }) =>
      backupState === 'failed' && backupReason !== null ? { path: to, reason: backupReason } : [],
    ),
    problem: null,
    photoIds: [],
  }
}

/**
 * A copy in progress, in its destination folder. The name stays the same after a stop, so that the file can be removed.
 */
const partOf = (to: string, { id }: Pick<CardFile, 'id'>): string =>
  path.join(path.dirname(to), `.lumafold-import-${id}.part`)

/** Numbers tried after a name that another file has taken in the meantime. */
const MAX_NUMBERS = 1000

/** `isKnown`: a file with these bytes was imported before, so no copy stays. */
type Copied = { to: string; contentHash: string; isKnown: boolean }

type CopyOrder = {
  from: string
  to: string
  file: Pick<CardFile, 'id'>
  /** Whether a file with this content needs no copy. */
  isKnown(contentHash: string): boolean
  signal: AbortSignal
}

/**
 * Copies a file from a card, reads the copy back and compares; nothing is replaced. An incomplete copy from before a
 * stop is repeated, a complete one is not.
 */
async function copyFromCard({ from, to, file, isKnown, signal }: CopyOrder): Promise<Copied> {
  const part = partOf(to, file)
  await mkdir(path.dirname(to), { recursive: true })
  await rm(part, { force: true })
  if (existsSync(to) && (await areEqual(from, to)))
    return { to, contentHash: await hashFile(to, signal), isKnown: false } // a stop came before it was noted
  const contentHash = await copyVerified(from, part, signal)
  if (isKnown(contentHash)) {
    await rm(part)
    return { to, contentHash, isKnown: true }
  }
  const placed = placeNumbered(part, to)
  syncFolder(path.dirname(placed))
  return { to: placed, contentHash, isKnown: false }
}

/** The names were free when they were planned; a name that is taken by now gets a number. */
function placeNumbered(part: string, to: string): string {
  const { dir, name, ext } = path.parse(to)
  for (let number = 1; number < MAX_NUMBERS; number++) {
    const wanted = number === 1 ? to : path.join(dir, `${name}-${number}${ext}`)
    try {
      placeFile(part, wanted)
      return wanted
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Error(`No free name for ${name}${ext} in ${dir}.`)
}
