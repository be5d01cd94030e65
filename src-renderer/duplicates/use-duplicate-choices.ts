import { computed, ref, shallowRef, watch } from 'vue'
import type { DuplicateChoice, DuplicateGroup } from '../../src-main/contract/library/duplicates.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'

const keyOf = ({ photos }: DuplicateGroup): string =>
  photos
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join(' ')

/** Which photo of each group is kept, which groups are selected, and the one that keys act on. */
export function useDuplicateChoices(groups: () => readonly DuplicateGroup[]) {
  const kept = shallowRef<ReadonlyMap<string, PhotoId>>(new Map())
  const chosen = shallowRef<ReadonlySet<string>>(new Set())
  const active = ref(0)

  const keepOf = (group: DuplicateGroup): PhotoId => kept.value.get(keyOf(group)) ?? group.keepId
  const keep = (group: DuplicateGroup, id: PhotoId): void => {
    kept.value = new Map(kept.value).set(keyOf(group), id)
  }
  /** Keeps the photo before or after the one that is kept now. */
  const step = (by: -1 | 1): void => {
    const group = groups()[active.value]
    if (group === undefined) return
    const at = group.photos.findIndex(({ id }) => id === keepOf(group))
    const next = group.photos[(at + by + group.photos.length) % group.photos.length]
    if (next !== undefined) keep(group, next.id)
  }
  const go = (by: -1 | 1): void => {
    active.value = Math.max(0, Math.min(groups().length - 1, active.value + by))
  }
  const isChosen = (group: DuplicateGroup): boolean => chosen.value.has(keyOf(group))
  const choose = (group: DuplicateGroup, isOn: boolean): void => {
    const next = new Set(chosen.value)
    if (isOn) next.add(keyOf(group))
    else next.delete(keyOf(group))
    chosen.value = next
  }
  const choiceOf = (group: DuplicateGroup): DuplicateChoice => {
    const keepId = keepOf(group)
    return { keepId, ids: group.photos.flatMap(({ id }) => (id === keepId ? [] : id)) }
  }
  const chosenGroups = computed(() => groups().filter(isChosen))
  watch(groups, (now) => {
    active.value = Math.max(0, Math.min(now.length - 1, active.value))
  })

  return { keyOf, keepOf, keep, step, go, active, isChosen, choose, choiceOf, chosenGroups }
}
