import type {
  DuplicateGroup,
  DuplicateKind,
  DuplicatePhoto,
  DuplicatesState,
} from '../../contract/library/duplicates.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Duplicates } from './duplicates.ts'
import type { FoundGroup } from './find-duplicates.ts'
import { suggestKeeper } from './suggest-keeper.ts'

export type DuplicateGroupsDependencies = {
  catalog: Pick<Catalog, 'photos'>
  duplicates: Pick<Duplicates, 'look' | 'peek' | 'search'>
  /** Photos that windows may see. */
  shownPhotos(): Iterable<number>
}

/** `freed`: bytes of all files but the largest. */
type ShownGroup = { kind: DuplicateKind; ids: number[]; freed: number }

const kinds: readonly DuplicateKind[] = ['equal', 'same', 'near']

/** What windows are shown of duplicates: no photo that is hidden from them, and no group of one photo. */
export class DuplicateGroups {
  readonly #dependencies: DuplicateGroupsDependencies

  constructor(dependencies: DuplicateGroupsDependencies) {
    this.#dependencies = dependencies
  }

  state(): DuplicatesState {
    const { found, progress } = this.#dependencies.duplicates.peek()
    const shown = this.#shown(found)
    const count = (kind: DuplicateKind) => shown.filter((cluster) => cluster.kind === kind).length
    return {
      ...progress,
      counts: { equal: count('equal'), same: count('same'), near: count('near') },
      bytes: shown.reduce((sum, { freed }) => sum + freed, 0),
    }
  }

  async search(): Promise<DuplicatesState> {
    await this.#dependencies.duplicates.search()
    return this.state()
  }

  page(kind: DuplicateKind | undefined, offset: number, limit: number): { total: number; groups: DuplicateGroup[] } {
    const { found } = this.#dependencies.duplicates.look()
    const shown = this.#shown(found).filter((cluster) => kind === undefined || cluster.kind === kind)
    const groups = shown.slice(offset, offset + limit).flatMap((cluster) => this.#describe(cluster))
    return { total: shown.length, groups }
  }

  /** The group that holds all of these photos; undefined where they are in none, or in different ones. */
  groupOf(ids: readonly number[]): ShownGroup | undefined {
    const { found } = this.#dependencies.duplicates.peek()
    return this.#shown(found).find((cluster) => ids.every((id) => cluster.ids.includes(id)))
  }

  #shown(found: readonly FoundGroup[]): ShownGroup[] {
    if (found.length === 0) return []
    const isShown = new Set(this.#dependencies.shownPhotos())
    return found
      .map(({ kind, photos }) =>
        toShown(
          kind,
          photos.filter(({ id }) => isShown.has(id)),
        ),
      )
      .filter(({ ids }) => ids.length > 1)
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.freed - a.freed || a.ids[0]! - b.ids[0]!)
  }

  #describe({ kind, ids }: ShownGroup): DuplicateGroup[] {
    const photos = ids.flatMap((id) => this.#photo(id))
    if (photos.length < 2) return []
    const { keepId, reasons } = suggestKeeper(photos)
    const first = photos.filter(({ id }) => id === keepId)
    return [{ kind, keepId, reasons, photos: [...first, ...photos.filter(({ id }) => id !== keepId)] }]
  }

  #photo(id: number): DuplicatePhoto[] {
    const { photos } = this.#dependencies.catalog
    if (!photos.exists(id)) return []
    const { metadata, tags, ...detail } = photos.detail(id)
    const given = tags.filter(({ source }) => source === 'person' || source === 'file').map(({ name }) => name)
    return [{ ...detail, camera: metadata.cameraModel, tags: [...new Set(given)], hasWork: photos.hasWork(id) }]
  }
}

function toShown(kind: DuplicateKind, photos: FoundGroup['photos']): ShownGroup {
  const sizes = photos.map(({ bytes }) => bytes)
  const freed = sizes.reduce((sum, bytes) => sum + bytes, 0) - Math.max(0, ...sizes)
  return { kind, ids: photos.map(({ id }) => id), freed }
}
