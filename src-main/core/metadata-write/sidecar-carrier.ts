import { access } from 'node:fs/promises'
import path from 'node:path'
import type { Catalog, DueSidecar, KeptSidecar, LeftSidecar } from '../catalog/catalog.ts'
import type { Log } from '../host/log.ts'
import { describeFailure } from './describe-failure.ts'
import { writingPause } from './pauses.ts'
import { placeSidecar } from './place-sidecar.ts'
import { ChangedMeanwhile, replaceFile } from './replace-file.ts'
import { takeSidecars, type LeftBehind } from './take-sidecars.ts'

export type CarrierDependencies = {
  catalog: Pick<Catalog, 'metadataWrites' | 'folders'>
  log: Pick<Log, 'warn'>
}

type Taken = { left: LeftSidecar; sidecars: LeftBehind[] }
/** Sidecars that could not be put beside their photos, and those beside whose photos another one lies. */
type Rest = { failed: Set<string>; unplaced: Set<string> }

/** Places that are looked at together, so that photos which exchanged their names exchange their sidecars. */
const BATCH = 1000

/**
 * Has sidecars follow photos that another program moved without them. All contents are kept in the catalogue first;
 * then what Lumafold wrote makes room where another photo lies now; then each is put beside its photo, and what
 * Lumafold wrote goes from its former place. What another program wrote is copied, and stays where it is. Whatever is
 * interrupted, each content is in one place at least, and the next run goes on.
 */
export class SidecarCarrier {
  readonly #dependencies: CarrierDependencies

  constructor(dependencies: CarrierDependencies) {
    this.#dependencies = dependencies
  }

  get #places() {
    return this.#dependencies.catalog.metadataWrites.sidecars
  }

  /** Carries what is due; false where nothing was. `heldRoots` are not written to. */
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
    const rest = await this.#placeAll(kept, nowMs)
    await this.#orPostpone(cleared, nowMs, (each) => this.#leave(each, rest, nowMs))
    return places.length + kept.length > 0
  }

  /** What one place needs; one that goes wrong is looked at again later. */
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

  async #placeAll(kept: readonly DueSidecar[], nowMs: number): Promise<Rest> {
    const roots = this.#roots()
    const rest: Rest = { failed: new Set(), unplaced: new Set() }
    for (const sidecar of kept) {
      try {
        if (await placeSidecar(sidecar, roots)) this.#places.placed(sidecar)
        else {
          rest.unplaced.add(keyOf(sidecar))
          this.#places.postponeKept(sidecar, null)
        }
      } catch (error) {
        rest.failed.add(keyOf(sidecar))
        this.#warn(sidecar.path, error)
        this.#places.postponeKept(sidecar, nowMs + writingPause(sidecar.attempts))
      }
    }
    return rest
  }

  /** Leaves a former place; nothing goes from there whose photo cannot be reached, and may come back to it. */
  async #leave({ left, sidecars }: Taken, { failed, unplaced }: Rest, nowMs: number): Promise<void> {
    const { photoId } = left
    for (const { form, isOwn } of sidecars.filter((each) => unplaced.has(keyOf({ photoId, ...each }))))
      if (isOwn) this.#places.beginAnew(photoId)
      else this.#places.drop({ photoId, form })
    const alone = sidecars.filter(({ isOwn, isShared }) => isOwn && !isShared)
    const isWaiting = !left.isReachable || alone.some(({ form }) => failed.has(keyOf({ photoId, form })))
    if (isWaiting && alone.length > 0) return this.#places.postpone(left, nowMs + writingPause(left.attempts))
    for (const sidecar of alone) await this.#remove(sidecar)
    this.#places.forget(left)
  }

  /**
   * One that another program wrote meanwhile is no longer Lumafold's, and stays. Where the folder has another name
   * meanwhile, the sidecar is still there: the place is looked at again.
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
