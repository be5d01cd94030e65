import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import { createTimeLeft } from './time-left.ts'

export type ActivityState = 'running' | 'paused' | 'done' | 'cancelled' | 'failed'

/** Something that takes a while: how far it is, and what a person can do about it. What it cannot do is left out. */
export type Activity = {
  /** Unlike that of every other one, such as `export-7`. */
  id: string
  /** What is being done, or was: `Exporting 412 photos`. */
  title: string
  state: ActivityState
  done: number
  /** Null while nobody knows. */
  total: number | null
  /** Where `done` and `total` are bytes. */
  isInBytes?: true
  /** Where it is, how fast, what came of it: one line. */
  detail?: string
  /** What went wrong on the way or ended it, as a sentence. */
  problem?: string
  /** Whole seconds, by whoever knows better than the pace of `done` tells. */
  secondsLeft?: number | null
  pause?: () => unknown
  /** Goes on where it was paused, cancelled or cut off. */
  resume?: () => unknown
  cancel?: () => unknown
  /** Opens its report, or the place where it belongs. */
  show?: { label: string; run: () => unknown }
  /** Takes what is over out of the list. */
  dismiss?: () => unknown
}

/** What one area of the window has under way. It reads stores, so that the list follows them. */
export type ActivitySource = () => readonly Activity[]

/** Everything that takes a while, in one list: each area feeds it with a source. */
export const useActivities = defineStore('activities', () => {
  const sources = shallowReactive<ActivitySource[]>([])
  const timeLeft = createTimeLeft()

  const list = computed(() => sources.flatMap((source) => source()))
  const underWay = computed(() => list.value.filter(({ state }) => state === 'running' || state === 'paused'))
  const over = computed(() => list.value.filter((activity) => !underWay.value.includes(activity)))
  const hasProblem = computed(() =>
    list.value.some(({ problem, state }) => problem !== undefined || state === 'failed'),
  )
  /** How much of everything under way is done, from 0 to 1; null while nobody knows. */
  const share = computed(() => shareOf(underWay.value))

  const add = (source: ActivitySource): void => {
    sources.push(source)
  }
  /** Whole seconds until it is done; null while nobody knows. */
  const secondsLeft = (activity: Activity): number | null =>
    activity.state === 'running' ? (activity.secondsLeft ?? timeLeft.of(activity)) : null
  const clearOver = (): void => {
    for (const { dismiss } of over.value) dismiss?.()
  }
  watch(underWay, (now) => timeLeft.note(now, Date.now()))

  return { list, underWay, over, hasProblem, share, add, secondsLeft, clearOver }
})

function shareOf(activities: readonly Activity[]): number | null {
  const known = activities.filter(({ total }) => total !== null && total > 0)
  if (known.length === 0) return null
  return known.reduce((sum, { done, total }) => sum + Math.min(1, done / total!), 0) / known.length
}
