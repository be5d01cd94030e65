import { access, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog } from '../../catalog/catalog.ts'
import type { DueSidecar, KeptSidecar, LeftSidecar, SidecarForm } from './rows/sidecar-places.ts'
import type { Log } from '../../host/log.ts'
import { describeFailure } from './describe-failure.ts'
import { writingPause } from './writing-pause.ts'
import { ChangedMeanwhile, replaceFile } from './replace-file.ts'
import { isItsFile } from '../../ingest/reconcile/is-its-file.ts'
import { FolderSidecars } from '../sidecar-paths.ts'
import { hashOf } from '../patch/hash-of.ts'
import { ownsPlainName } from '../plan/choose-sidecar.ts'
import { extensionOf, pictureExtensions, rawExtensions } from '../../../base/formats/extensions.ts'
import { isAbsent } from '../../../base/files/file-errors.ts'

export type CarrierDependencies = {
  catalog: Pick<Catalog, 'metadataWrites' | 'folders'>
  log: Pick<Log, 'warn'>
}

type Taken = { left: LeftSidecar; sidecars: LeftBehind[] }

/** Places handled together, so that photos that exchanged their names exchange their sidecars. */
const BATCH = 1000

/**
 * Makes sidecars follow photos that another program moved without them. First the catalogue stores all contents; then
 * Lumafold's own sidecars make room for other photos; then each is put beside its photo and Lumafold's own is removed
 * from its former place. Sidecars of other programs are copied and stay. After any interruption, each content is in at
 * least one place, and the next run continues.
 */
export class SidecarCarrier {
  readonly #dependencies: CarrierDependencies

  constructor(dependencies: CarrierDependencies) {
    this.#dependencies = dependencies
  }

  get #places() {
    return this.#dependencies.catalog.metadataWrites.sidecars
  }

  /** Handles what is due; false if nothing was. `heldRoots` are not written to. */
  async carry(nowMs: number, heldRoots: readonly number[]): Promise<boolean> {
    const places = this.#places.left(nowMs, BATCH, heldRoots)
    const taken = await this.#orPostpone(
      places.map((left) => ({ left })),
      nowMs,
      ({ left }) => this.#take(left),
    )
    const contents = taken.flatMap(contentsOf)
    if (contents.length > 0) this.#places.keep(contents, nowMs)
    const cleared = await this.#orPostpone(taken, nowMs, (each) => this.#makeRoom(each))
    const kept = this.#places.kept(nowMs, BATCH, heldRoots)
    const failed = await this.#placeAll(kept, nowMs)
    await this.#orPostpone(cleared, nowMs, (each) => this.#leave(each, failed, nowMs))
    return places.length + kept.length > 0
  }

  /** Handles one place; after an error it is checked again later. */
  async #orPostpone<T extends { left: LeftSidecar }, R>(
    all: readonly T[],
    nowMs: number,
    work: (one: T) => Promise<R>,
  ) {
    const done: R[] = []
    for (const one of all) {
      try {
        done.push(await work(one))
      } catch (error) {
        const { left } = one
        this.#warn(left.place, error)
        this.#places.postpone(left, nowMs + writingPause(left.attempts))
      }
    }
    return done
  }

  async #take(left: LeftSidecar): Promise<Taken> {
    const found = await takeSidecars(left)
    const isIts = ({ isOwn, hash }: LeftBehind) => isOwn || !this.#places.isOfAnother(left, hash)
    return { left, sidecars: found.filter(isIts) }
  }

  async #makeRoom(taken: Taken): Promise<Taken> {
    for (const sidecar of taken.sidecars) if (sidecar.isOwn && sidecar.isShared) await this.#remove(sidecar)
    return taken
  }

  /** Returns those that could not be put beside their photos now. */
  async #placeAll(kept: readonly DueSidecar[], nowMs: number): Promise<Set<string>> {
    const roots = this.#roots()
    const failed = new Set<string>()
    for (const sidecar of kept) {
      try {
        if (await placeSidecar(sidecar, roots)) this.#places.placed(sidecar)
        else this.#places.setAside(sidecar)
      } catch (error) {
        failed.add(keyOf(sidecar))
        this.#warn(sidecar.path, error)
        this.#places.postponeKept(sidecar, nowMs + writingPause(sidecar.attempts))
      }
    }
    return failed
  }

  /** Leaves a former place; nothing is removed there if the photo cannot be reached, since it may come back. */
  async #leave({ left, sidecars }: Taken, failed: ReadonlySet<string>, nowMs: number): Promise<void> {
    const { photoId } = left
    const alone = sidecars.filter(({ isOwn, isShared }) => isOwn && !isShared)
    const isWaiting = !left.isReachable || alone.some(({ form }) => failed.has(keyOf({ photoId, form })))
    if (isWaiting && alone.length > 0) return this.#places.postpone(left, nowMs + writingPause(left.attempts))
    for (const sidecar of alone) await this.#remove(sidecar)
    this.#places.forget(left)
  }

  /**
   * A sidecar that another program has written since is no longer Lumafold's, and stays. If the folder was renamed in
   * the meantime, the sidecar is still there: the place is checked again.
   */
  async #remove({ place, hash }: LeftBehind): Promise<void> {
    const gone = { path: place, beforeHash: hash, bytes: null, temporary: null, photo: place, roots: this.#roots() }
    try {
      await replaceFile(gone)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      await access(path.dirname(place))
    }
  }

  #roots(): string[] {
    return this.#dependencies.catalog.folders.roots().map((root) => root.path)
  }

  #warn(file: string, error: unknown): void {
    const why = describeFailure(error, file).sentence
    this.#dependencies.log.warn('A sidecar did not follow its photo', { file, why })
  }
}

const contentsOf = ({ left: { photoId }, sidecars }: Taken): KeptSidecar[] =>
  sidecars.map(({ form, hash, content }) => ({ photoId, form, hash, content }))

const keyOf = ({ photoId, form }: Pick<KeptSidecar, 'photoId' | 'form'>): string => `${photoId} ${form}`

/**
 * Puts a sidecar beside its photo, with the form of its former name. False if another one is there, which stays as it
 * is. Rejects with the system's errors, and if another photo took the place.
 */
async function placeSidecar(sidecar: DueSidecar, roots: readonly string[]): Promise<boolean> {
  const { path: photo, form, hash, content: bytes } = sidecar
  if (!(await isItsFile(sidecar))) throw new ChangedMeanwhile()
  const { dir, base, name } = path.parse(photo)
  const names = await readdir(dir)
  const isOfStem = form === 'name.xmp' && ownsPlainName(base, names)
  const { ofFile, ofStem } = new FolderSidecars(names).of(base)
  const present = isOfStem ? ofStem : ofFile
  if (present !== undefined) return hashOf(await readFile(path.join(dir, present))) === hash
  const place = path.join(dir, `${isOfStem ? name : base}.xmp`)
  await replaceFile({ path: place, beforeHash: '', bytes, temporary: null, photo, roots })
  return true
}

/** A sidecar at its photo's former place. */
type LeftBehind = {
  place: string
  form: SidecarForm
  hash: string
  content: Buffer
  /** Lumafold wrote it last. */
  isOwn: boolean
  /** Another photo is beside it now. */
  isShared: boolean
}

/** Larger files are no sidecars. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Sidecars at a photo's former place that belong to the photo: Lumafold's own, unchanged ones that were read for the
 * photo, and those beside no photo any more. Rejects with the system's errors.
 */
async function takeSidecars(left: LeftSidecar): Promise<LeftBehind[]> {
  const names = await listFolder(left)
  const { base, name: stem } = path.parse(left.place)
  // The photo is gone from there; its sidecars are found as they were.
  const { ofFile, ofStem } = new FolderSidecars(names).of(base)
  const found = [
    await readAs(left, names, 'name.ext.xmp', base, ofFile),
    ...(stem === base ? [] : [await readAs(left, names, 'name.xmp', stem, ofStem)]),
  ]
  return found.filter((each) => each !== null)
}

async function readAs(
  left: LeftSidecar,
  names: readonly string[],
  form: SidecarForm,
  stem: string,
  name: string | undefined,
): Promise<LeftBehind | null> {
  if (name === undefined) return null
  const place = path.join(path.dirname(left.place), name)
  const stats = await stat(place)
  if (!stats.isFile() || stats.size > MAX_BYTES) return null
  const content = await readFile(place)
  const hash = hashOf(content)
  const isOwn = left.ownHashes.includes(hash)
  const isShared = names.some((each) => isBeside(each, stem))
  const isAsRead = left.sidecarKey.split(' ')[form === 'name.xmp' ? 1 : 0] === String(Math.floor(stats.mtimeMs))
  // `name.xmp` beside several photos belongs to the RAW file.
  const isIts =
    isOwn || !isShared || (isAsRead && (form === 'name.ext.xmp' || rawExtensions.has(extensionOf(left.name))))
  return isIts ? { place, form, hash, content, isOwn, isShared } : null
}

/** A sidecar `photo.jpg.xmp` is beside `photo.jpg`, one called `photo.xmp` beside all photos of that name. */
const isBeside = (name: string, stem: string): boolean =>
  pictureExtensions.has(extensionOf(name)) && (name === stem || path.parse(name).name === stem)

/** A missing folder with all its photos has taken their sidecars along. */
async function listFolder({ place, hasPhotos }: LeftSidecar): Promise<string[]> {
  try {
    return await readdir(path.dirname(place))
  } catch (error) {
    if (isAbsent(error) && !hasPhotos) return []
    throw error
  }
}
