import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import type { SentenceKey } from '../../contract/sentences/sentences.ts'
import type {
  DuplicateGroup,
  DuplicateKind,
  DuplicatePhoto,
  DuplicatesState,
} from '../../contract/library/duplicates.ts'
import type { PhotoMetadata } from '../../contract/library/photo.ts'
import type { StackSet } from '../../contract/library/stacks.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Duplicates } from './duplicates.ts'
import type { FoundGroup, FoundPhoto } from './find-duplicates.ts'
import { haveOtherExposure } from './same-shot.ts'
import { suggestPhotoToKeep } from './suggest-photo-to-keep.ts'

export type DuplicateGroupsDependencies = {
  catalog: Pick<Catalog, 'photos' | 'stacks'>
  duplicates: Pick<Duplicates, 'state' | 'peek' | 'search'>
  /** Photos that windows may see. */
  shownPhotos(): Iterable<number>
}

/**
 * Each of `sets` contains photos with the same bytes, one of which represents them in the group. `freed`: bytes of all
 * but the largest.
 */
type ShownGroup = { kind: DuplicateKind; ids: number[]; sets: number[][]; freed: number }

const kinds: readonly DuplicateKind[] = ['equal', 'same', 'near']

/** Duplicates as windows show them: without photos that are hidden from them, and without groups of one photo. */
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
    const { found } = this.#dependencies.duplicates.state()
    const shown = this.#shown(found).filter((cluster) => kind === undefined || cluster.kind === kind)
    const groups = shown.slice(offset, offset + limit).flatMap((cluster) => this.#describe(cluster))
    return { total: shown.length, groups }
  }

  /** The group of all these photos; undefined if they are in none, or in different ones. */
  groupOf(ids: readonly number[]): ShownGroup | undefined {
    const { found } = this.#dependencies.duplicates.peek()
    return this.#shown(found).find((cluster) => ids.every((id) => cluster.ids.includes(id)))
  }

  #shown(found: readonly FoundGroup[]): ShownGroup[] {
    if (found.length === 0) return []
    const isShown = new Set(this.#dependencies.shownPhotos())
    return found
      .flatMap(({ kind, photos }) =>
        shownGroups(
          kind,
          photos.filter(({ id }) => isShown.has(id)),
        ),
      )
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.freed - a.freed || a.ids[0]! - b.ids[0]!)
  }

  #describe({ kind, sets }: ShownGroup): DuplicateGroup[] {
    const photos = sets.flatMap((ids) => {
      const equal = ids.flatMap((id) => this.#photo(id))
      const keptId = equal.length < 2 ? undefined : suggestPhotoToKeep(equal).keepId
      return keptId === undefined ? equal : equal.filter(({ id }) => id === keptId)
    })
    if (photos.length < 2) return []
    const { keepId, reasons } = suggestPhotoToKeep(photos)
    const first = photos.filter(({ id }) => id === keepId)
    const all = [...first, ...photos.filter(({ id }) => id !== keepId)]
    return [
      {
        kind,
        keepId,
        reasons,
        notes: [...notesOn(all), ...this.#setsOf(all)],
        photos: all.map(({ metadata: _metadata, ...photo }) => photo),
      },
    ]
  }

  /** What is lost if a frame is deleted that others need. */
  #setsOf(photos: readonly ComparedDuplicate[]): Text[] {
    const kinds = new Set(photos.map(({ id }) => this.#dependencies.catalog.stacks.kindWith(id)))
    return [...kinds].flatMap((kind) => (kind in setNotes ? say(setNotes[kind as StackSet]) : []))
  }

  #photo(id: number): ComparedDuplicate[] {
    const { photos } = this.#dependencies.catalog
    if (!photos.exists(id)) return []
    const { tags, ...detail } = photos.detail(id)
    const given = tags.filter(({ source }) => source === 'person' || source === 'file').map(({ name }) => name)
    const camera = detail.metadata.cameraModel
    const addedAt = photos.listRows([id])[0]?.addedAt ?? ''
    return [{ ...detail, camera, tags: [...new Set(given)], hasWork: photos.hasWork(id), addedAt }]
  }
}

const setNotes = {
  bracket: 'duplicates.inBracket',
  panorama: 'duplicates.inPanorama',
  'focus-stack': 'duplicates.inFocusStack',
} as const satisfies Record<StackSet, SentenceKey>

type ComparedDuplicate = DuplicatePhoto & { metadata: PhotoMetadata }

/** Byte-equal files as a separate group, and one of each with the others that show the same. */
function shownGroups(kind: DuplicateKind, photos: readonly FoundPhoto[]): ShownGroup[] {
  const key = ({ contentHash, id }: FoundPhoto) => contentHash || id
  const sets = [...Map.groupBy(photos, key).values()]
  const equal = sets
    .filter(({ length }) => length > 1)
    .map((set) =>
      toShown(
        'equal',
        set.map((photo) => [photo]),
      ),
    )
  return sets.length > 1 ? [...equal, toShown(kind, sets)] : equal
}

function toShown(kind: DuplicateKind, sets: readonly FoundPhoto[][]): ShownGroup {
  const sizes = sets.map(([photo]) => photo?.bytes ?? 0)
  const freed = sizes.reduce((sum, bytes) => sum + bytes, 0) - Math.max(0, ...sizes)
  const ids = sets.map((set) => set.map(({ id }) => id))
  return { kind, ids: ids.flat(), sets: ids, freed }
}

/** Warnings before one of these photos is deleted: files of one picture may describe different shots. */
function notesOn(photos: readonly ComparedDuplicate[]): Text[] {
  const times = new Set(photos.flatMap(({ takenAt }) => takenAt ?? []))
  const shots = photos.map(({ metadata: { exposureTime, aperture, iso } }) => ({
    exposureUs: (exposureTime ?? 0) * 1e6,
    aperture: aperture ?? 0,
    iso: iso ?? 0,
  }))
  const differ = shots.some((one) => shots.some((other) => haveOtherExposure(one, other)))
  return [
    ...(times.size > 1 ? [say('duplicates.otherTimes')] : []),
    ...(differ ? [say('duplicates.otherExposure')] : []),
  ]
}
