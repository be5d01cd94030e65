import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import type { BurstToDecide, OtherFrames, StackReview } from '../../src-main/contract/library/stacks.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useStacks } from '../stacks/use-stacks.ts'

/** Bursts that are loaded ahead. */
const AHEAD = 3

/** The bursts that a person decides together, and the decision on each; nothing is changed before they take it. */
export const useBurstReview = defineStore('burst-review', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const { stack } = usePersonChanges()
  const stacks = useStacks()
  const review = shallowRef<StackReview | null>(null)
  /** The address to go back to. */
  const from = ref('/')
  /** The frame chosen for a stack; null if it is to stay undecided. */
  const answers = shallowRef<ReadonlyMap<number, PhotoId | null>>(new Map())
  const active = ref(0)
  /** The frame beside the best one, if it is not the next best. */
  const beside = ref<PhotoId | null>(null)
  const rest = ref<OtherFrames>('reject')
  const tiles = shallowRef<ReadonlyMap<PhotoId, PhotoTile>>(new Map())

  const bursts = computed<readonly BurstToDecide[]>(() => review.value?.bursts ?? [])
  const present = computed(() => bursts.value[active.value])
  /** The bursts that probably come next. */
  const ahead = computed(() => bursts.value.slice(active.value + 1, active.value + 1 + AHEAD))
  const other = computed(() => beside.value ?? present.value?.next)
  /** The frame that would be taken: the person's answer, else the suggested one; null if none is. */
  const chosenOf = ({ stack: number, best, reasons }: BurstToDecide): PhotoId | null => {
    const answer = answers.value.get(number)
    return answer === undefined ? (reasons.length > 0 ? best : null) : answer
  }
  const chosen = computed(() => bursts.value.flatMap((burst) => chosenOf(burst) ?? []))

  /** Looks at the stacks of some photos; false if there is nothing to decide. */
  const open = async (ids: readonly PhotoId[], address: string): Promise<boolean> => {
    review.value = null
    await toasts.attempt(t('cull.notReviewed'), async () => {
      review.value = await library.stacks.review({ ids: [...ids] })
    })
    from.value = address
    answers.value = new Map()
    rest.value = 'reject'
    goTo(0)
    return bursts.value.length > 0
  }
  const goTo = (index: number): void => {
    active.value = Math.max(0, Math.min(bursts.value.length - 1, index))
    beside.value = null
  }
  /** Takes a frame of the present burst, or none, and shows the next burst. */
  const answer = (id: PhotoId | null): void => {
    if (present.value === undefined) return
    answers.value = new Map([...answers.value, [present.value.stack, id]])
    goTo(active.value + 1)
  }
  /** Shows another frame beside the best one. */
  const showBeside = (by: -1 | 1): void => {
    const others = present.value?.frames.filter((id) => id !== present.value?.best) ?? []
    beside.value = others.at((others.indexOf(other.value ?? 0) + by) % others.length) ?? null
  }
  /** Loads the frames of the present burst, and the pairs of those after it. */
  const load = async (): Promise<void> => {
    const ids = [...(present.value?.frames ?? []), ...ahead.value.flatMap((burst) => [burst.best, burst.next])]
    if (ids.length === 0) return
    await toasts.attempt(t('compare.notShown'), async () => {
      const found = await library.photos.tiles({ ids })
      tiles.value = new Map([...tiles.value, ...found.map((tile): [PhotoId, PhotoTile] => [tile.id, tile])])
    })
  }
  /** Decides all bursts with a chosen frame, as one change. Returns whether it is done. */
  const take = async (): Promise<boolean> => {
    const answered = [...answers.value.values()].flatMap((id) => id ?? [])
    const reviewed = bursts.value.flatMap(({ frames }) => frames)
    const isDone = chosen.value.length > 0 && (await stack.takeBest(chosen.value, rest.value, { answered, reviewed }))
    if (isDone && rest.value === 'fold' && !stacks.isFolded) stacks.fold(true)
    return isDone
  }
  const shown = { bursts, present, ahead, other, active, rest, tiles, chosen }
  return { review, from, answers, ...shown, chosenOf, open, goTo, answer, showBeside, load, take }
})

/** Opens the review of the stacks of some photos, or says why there is nothing to decide. */
export function useReviewBursts(): (ids: readonly PhotoId[]) => Promise<void> {
  const store = useBurstReview()
  const toasts = useToasts()
  const route = useRoute()
  const router = useRouter()
  return async (ids) => {
    const hasBursts = await store.open(ids, route.fullPath)
    if (hasBursts) await router.push({ path: '/bursts', query: route.query })
    else if (store.review !== null) toasts.say(t('cull.nothingToReview'), describeOthers(store.review))
  }
}

/** What is not reviewed: `2 sets stay together · 1 burst waits for analysis`; empty if there is nothing else. */
export function describeOthers({ sets, waiting, decided }: StackReview): string {
  const parts = [
    sets > 0 ? t('cull.setsStay', { count: sets }) : '',
    waiting > 0 ? t('cull.burstsWait', { count: waiting }) : '',
    decided > 0 ? t('cull.burstsDecided', { count: decided }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}
