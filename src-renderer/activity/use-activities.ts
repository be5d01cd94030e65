import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import { createTimeLeft } from './create-time-left.ts'

export type ActivityState = 'running' | 'paused' | 'done' | 'cancelled' | 'failed'

/** Long work: its progress, and what a person can do about it. Actions that it does not support are absent. */
export type Activity = {
  /** Unique among all activities, such as `export-7`. */
  id: string
  /** What is being done, or was done: `Exporting 412 photos`. */
  title: string
  state: ActivityState
  done: number
  /** Null if unknown. */
  total: number | null
  /** Set if `done` and `total` are bytes. */
  isInBytes?: true
  /** The place, speed or result, in one line. */
  detail?: string
  /** A problem on the way, or the one that ended it, as a sentence. */
  problem?: string
  /** Whole seconds, if the source has a better estimate than the pace of `done` gives. */
  secondsLeft?: number | null
  pause?: () => unknown
  /** Continues after it was paused, cancelled or interrupted. */
  resume?: () => unknown
  cancel?: () => unknown
  /** Opens its report, or the screen to which it belongs. */
  show?: { label: string; run: () => unknown }
  /** Removes a finished activity from the list. */
  dismiss?: () => unknown
}

/** The activities of one area of the window. It reads stores, so that the list follows them. */
export type ActivitySource = () => readonly Activity[]

/** Everything that takes a while, in one list: each area adds a source. */
export const useActivities = defineStore('activities', () => {
  const sources = shallowReactive<ActivitySource[]>([])
  const timeLeft = createTimeLeft()

  const list = computed(() => sources.flatMap((source) => source()))
  const active = computed(() => list.value.filter(({ state }) => state === 'running' || state === 'paused'))
  const over = computed(() => list.value.filter((activity) => !active.value.includes(activity)))
  const hasProblem = computed(() =>
    list.value.some(({ problem, state }) => problem !== undefined || state === 'failed'),
  )
  /** The fraction of all running work that is done, from 0 to 1; null if unknown. */
  const share = computed(() => shareOf(active.value))

  const add = (source: ActivitySource): void => {
    sources.push(source)
  }
  /** Whole seconds until it is done; null if unknown. */
  const secondsLeft = (activity: Activity): number | null =>
    activity.state === 'running' ? (activity.secondsLeft ?? timeLeft.of(activity)) : null
  const clearOver = (): void => {
    for (const { dismiss } of over.value) dismiss?.()
  }
  watch(active, (now) => timeLeft.note(now, Date.now()))

  return { list, active, over, hasProblem, share, add, secondsLeft, clearOver }
})

function shareOf(activities: readonly Activity[]): number | null {
  const known = activities.filter(({ total }) => total !== null && total > 0)
  if (known.length === 0) return null
  return known.reduce((sum, { done, total }) => sum + Math.min(1, done / total!), 0) / known.length
}
