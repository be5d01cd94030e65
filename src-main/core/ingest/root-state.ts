import { inEnglish } from '../../contract/sentences/write-text.ts'
import type { Text } from '../../contract/sentences/text.ts'
import path from 'node:path'
import type { Catalog, RootProblemKind, RootRow } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import { describeOutside, describeUnreadable, describeUnusable } from './places/describe-access.ts'
import type { FolderIdentity } from './places/volume.ts'
import type { ScanReport } from './scan.ts'

export type RootStateDependencies = {
  catalog: Pick<Catalog, 'folders'>
  hub: Pick<EventHub, 'everythingChanged' | 'publish'>
  log: Log
  /** A root that was away is back: its photos can be read again. */
  onBack(): void
}

/** Keeps in the catalogue how watched folders stand, and tells windows where that changes. */
export class RootState {
  readonly #dependencies: RootStateDependencies

  constructor(dependencies: RootStateDependencies) {
    this.#dependencies = dependencies
  }

  /** The root's own folder is at its path. */
  present(root: RootRow, identity: FolderIdentity): void {
    const { folders } = this.#dependencies.catalog
    if (root.volume !== identity.volume || root.inode !== identity.inode) folders.setIdentity(root.id, identity)
    const isMended = folders.setProblem(root.id, 'access', null)
    if (root.isAvailable && !isMended) return
    folders.setAvailable(root.id, true)
    this.#dependencies.hub.everythingChanged()
    this.#tell()
    this.#dependencies.onBack()
  }

  /** The root is not there, or may not be read: its photos are offline until it is back. */
  lost(root: RootRow, problem: Text): void {
    const { catalog, hub, log } = this.#dependencies
    const isNews = catalog.folders.setProblem(root.id, 'access', problem)
    if (!root.isAvailable && !isNews) return
    log.warn('A folder cannot be reached; its photos are kept', { folder: root.path, problem: inEnglish(problem) })
    catalog.folders.setAvailable(root.id, false)
    hub.everythingChanged()
    this.#tell()
  }

  /** What a scan could not look at. */
  belowRoot(root: RootRow, { unreadable, unusable, outside }: ScanReport): void {
    this.#setProblem(root, 'unreadable', describeUnreadable(unreadable))
    this.unusable(root, unusable)
    this.#noteOutside(root, outside)
  }

  /** Links that came while the root is watched: that there are some is told at once; the next scan counts them all. */
  outside(root: RootRow, links: readonly string[]): void {
    if (links.length > 0 && root.problems.outside === undefined) this.#noteOutside(root, links)
  }

  /** Photos and folders whose names cannot be used. */
  unusable(root: RootRow, names: readonly string[]): void {
    this.#setProblem(root, 'unusable', describeUnusable(names))
  }

  /** Why the root is not watched as it was to be; null where it is. */
  watching(root: RootRow, problem: Text | null): void {
    this.#setProblem(root, 'watching', problem)
  }

  #noteOutside(root: RootRow, links: readonly string[]): void {
    this.#setProblem(root, 'outside', describeOutside(links.map((link) => path.join(root.path, link))))
  }

  #setProblem({ id }: RootRow, kind: RootProblemKind, problem: Text | null): void {
    if (this.#dependencies.catalog.folders.setProblem(id, kind, problem)) this.#tell()
  }

  #tell(): void {
    this.#dependencies.hub.publish({ type: 'folders.changed' })
  }
}
