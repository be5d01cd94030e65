import { computed, onScopeDispose, ref, watch, type Ref } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { BLOCK, findIndex, findLoaded, type TileSource } from '../photos/tile-source.ts'

/**
 * Distances, in photos, at which previews are loaded beyond the next photo. A person who judges quickly moves on sooner
 * than a preview is rendered, and with one photo ahead only one is rendered at a time.
 */
const FARTHER = [2, 3]

/** Steps through a list from one photo to the next. */
export class PhotoSteps {
  /** The photo's index. If it left the list, for example because of a flag, the index that it had; -1 while unknown. */
  readonly index = ref(-1)
  readonly isListed = ref(false)
  readonly #id: () => PhotoId
  readonly #source: () => TileSource
  readonly #open: (id: PhotoId) => void
  readonly #frames: () => readonly PhotoId[]
  /** 1 if the person steps forwards, -1 if backwards. */
  readonly #direction = ref<-1 | 1>(1)
  /** The photos that the next step leads to, the one ahead first. */
  readonly neighbours = computed(() => this.#tilesAt([1, -1]))
  /** The photos farther ahead, the nearest first. */
  readonly farther = computed(() => this.#tilesAt(FARTHER))
  /**
   * The frames of the shown photo's stack if the list has one photo for them all, or none: the strip shows them in its
   * place. Empty if the list shows them itself.
   */
  readonly opened = computed<readonly PhotoId[]>(() => {
    const [frames, { value: index }, source] = [this.#frames(), this.index, this.#source()]
    if (!frames.includes(this.#id())) return []
    if (index < 0) return frames
    const listed = source.tile(index)
    const isBeside = [index - 1, index + 1].some((at) => source.tile(at)?.stack === listed?.stack)
    return listed?.frames !== undefined && frames.includes(listed.id) && !isBeside ? frames : []
  })

  /**
   * `id` is the shown photo, from the moment it is opened. `frames` are the photos of its stack: if one of them
   * represents the stack in a folded list, its index counts.
   */
  constructor(
    id: () => PhotoId,
    source: () => TileSource,
    open: (id: PhotoId) => void,
    frames: () => readonly PhotoId[] = () => [],
  ) {
    this.#id = id
    this.#source = source
    this.#open = open
    this.#frames = frames
  }

  /** Finds the photo's index after the photo or the list has changed. */
  async locate(): Promise<void> {
    const wanted = this.#id()
    const here = this.#source().tile(this.index.value)
    if (here?.id === wanted || this.#represents(here?.id, wanted)) {
      this.isListed.value = true
      return
    }
    // Another photo has this index: ours left or moved, and the library may take a moment to answer which.
    if (here !== undefined) this.isListed.value = false
    let found = -1
    try {
      found = await this.#find(wanted)
    } finally {
      if (this.#id() === wanted) this.#accept(found)
    }
  }

  async goTo(next: number): Promise<void> {
    const source = this.#source()
    if (next < 0 || next >= source.total) return
    const target = source.tile(next)?.id ?? (await source.ids())[next]
    if (target === undefined) return
    if (next !== this.index.value) this.#direction.value = next < this.index.value ? -1 : 1
    this.index.value = next
    this.isListed.value = true
    this.#open(target)
  }

  /** After a photo left the list, the photo after it has its index now. */
  step(by: -1 | 1): void {
    const { value: index } = this.index
    if (index >= 0) void this.goTo(by === 1 && !this.isListed.value ? index : index + by)
  }

  /** Whether a step along the strip leads anywhere. */
  canWalk(by: -1 | 1): boolean {
    const { value: index } = this.index
    const isListed = index >= 0 && index + by >= 0 && index + by < this.#source().total
    return isListed || this.#frameBeside(by) !== undefined
  }

  /** Steps along the strip: through the frames of a stack that is open in it, and on to the next photo of the list. */
  walk(by: -1 | 1): void {
    const next = this.#frameBeside(by)
    if (next === undefined) this.step(by)
    else this.#open(next)
  }

  /** Steps out of the stack of the shown photo, to the photo before or after it. */
  leaveStack(by: -1 | 1): void {
    const { value: index } = this.index
    const source = this.#source()
    const stack = this.isListed.value ? source.tile(index)?.stack : undefined
    if (stack === undefined) return this.step(by)
    let next = index + by
    while (source.tile(next)?.stack === stack) next += by
    void this.goTo(next)
  }

  last(): Promise<void> {
    return this.goTo(this.#source().total - 1)
  }

  #frameBeside(by: -1 | 1): PhotoId | undefined {
    const at = this.opened.value.indexOf(this.#id())
    return at < 0 ? undefined : this.opened.value[at + by]
  }

  /** The photos at some distances ahead; behind if a number is negative. */
  #tilesAt(steps: readonly number[]): PhotoTile[] {
    const [{ value: index }, { value: direction }] = [this.index, this.#direction]
    return index < 0 ? [] : steps.flatMap((step) => this.#source().tile(index + step * direction) ?? [])
  }

  /** Whether the listed photo represents a stack that contains the wanted one. */
  #represents(listed: PhotoId | undefined, wanted: PhotoId): boolean {
    const frames = this.#frames()
    return listed !== undefined && frames.includes(listed) && frames.includes(wanted) && !this.#isLoaded(wanted)
  }

  #isLoaded(id: PhotoId): boolean {
    return findLoaded(this.#source(), id) >= 0
  }

  async #find(wanted: PhotoId): Promise<number> {
    const source = this.#source()
    const own = await findIndex(source, wanted)
    const frames = this.#frames()
    if (own >= 0 || !frames.includes(wanted)) return own
    const ids = await source.ids()
    return ids.findIndex((id) => frames.includes(id))
  }

  #accept(found: number): void {
    this.isListed.value = found >= 0
    if (found >= 0) this.index.value = found
  }
}

/** Steps that follow the photo and its list. */
export function usePhotoSteps(
  id: () => PhotoId,
  source: Ref<TileSource>,
  open: (id: PhotoId) => void,
  frames: () => readonly PhotoId[] = () => [],
): PhotoSteps {
  const steps = new PhotoSteps(id, () => source.value, open, frames)
  const seen = [
    id,
    () => source.value.total,
    () => source.value.serial,
    () => source.value.tile(steps.index.value)?.id,
    frames,
  ]
  watch(seen, () => void steps.locate(), { immediate: true })
  // A page is there before the person comes to it.
  watch(
    [steps.index, source, () => source.value.serial],
    ([index, { total }]) => {
      if (index >= 0) source.value.want(Math.max(0, index - BLOCK / 4), Math.min(total - 1, index + BLOCK / 4), 'photo')
    },
    { immediate: true },
  )
  watch(source, (_, before) => before.leave('photo'))
  onScopeDispose(() => source.value.leave('photo'))
  return steps
}
