import path from 'node:path'
import type { Catalog, RootRow } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import { examine } from './examine.ts'
import type { MetadataPass } from './metadata-pass.ts'
import type { Reconciled } from './reconcile.ts'
import { isReachable, scan } from './scan.ts'
import type { FoundFile } from './walk.ts'

export type RootScannerDependencies = {
  catalog: Catalog
  hub: Pick<EventHub, 'photosChanged' | 'everythingChanged' | 'publish'>
  metadata: Pick<MetadataPass, 'schedule' | 'reread'>
  /** Folders that never belong to a library, such as its own. */
  excluded: readonly string[]
  /** So many files were looked at. */
  onScanned(files: number): void
  /** Files that were written so recently that they may still grow. */
  onRecent(root: RootRow, paths: string[]): void
  /** Rows are waiting for analysis. */
  onWork(): void
}

/** Files written this recently may still grow: they are looked at again. */
const RECENT_MS = 2_000

/** Brings the catalogue in line with what lies below a root, and says what changed. */
export class RootScanner {
  readonly #dependencies: RootScannerDependencies

  constructor(dependencies: RootScannerDependencies) {
    this.#dependencies = dependencies
  }

  /** Looks through a whole root; false where its folder cannot be reached. Rejects when aborted. */
  async scan(root: RootRow, signal: AbortSignal): Promise<boolean> {
    const { catalog, excluded, hub, metadata } = this.#dependencies
    if (!(await isReachable(root.path))) return false
    if (!root.isAvailable) {
      catalog.folders.setAvailable(root.id, true)
      hub.publish({ type: 'folders.changed' })
    }
    const onBatch = (result: Reconciled, files: readonly FoundFile[]) => this.#takeBatch(root, result, files)
    if (!(await scan(catalog, root, { excluded, signal, onBatch }))) return false
    metadata.schedule()
    hub.publish({ type: 'folders.changed' })
    return true
  }

  /** Looks at some places below a root; false where the root's folder is gone. Rejects when aborted. */
  async examine(root: RootRow, paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { catalog, excluded, hub, metadata, onScanned } = this.#dependencies
    const result = await examine(catalog, root, paths, { excluded, signal })
    if (result.isRootGone) return false
    onScanned(result.found.length)
    this.#report(result)
    for (const file of result.sidecarsOf) {
      const id = catalog.files.findByPath(file)
      if (id !== null) await metadata.reread(id, file)
    }
    if (result.changed.length > 0) hub.publish({ type: 'folders.changed' })
    return true
  }

  /** The photos of a folder that cannot be reached are offline until it is back: one row says so of all. */
  markUnavailable(root: RootRow): void {
    const { catalog, hub } = this.#dependencies
    catalog.folders.setAvailable(root.id, false)
    hub.everythingChanged()
    hub.publish({ type: 'folders.changed' })
  }

  #takeBatch(root: RootRow, result: Reconciled, files: readonly FoundFile[]): void {
    const recent = files.filter((file) => file.modifiedMs > Date.now() - RECENT_MS)
    this.#report(result)
    this.#dependencies.onRecent(
      root,
      recent.map((file) => path.join(root.path, file.folder, file.name)),
    )
    this.#dependencies.onScanned(files.length)
  }

  #report({ changed, hasWork }: Reconciled): void {
    const { hub, metadata, onWork } = this.#dependencies
    hub.photosChanged(changed)
    if (!hasWork) return
    metadata.schedule()
    onWork()
  }
}
