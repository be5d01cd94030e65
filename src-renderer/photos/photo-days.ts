import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DayCount, NearnessCount } from '../../src-main/contract/library/query.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useQuery } from './query.ts'
import { useStacks } from '../stacks/use-stacks.ts'

/** The days of the current query with their photos, in its order; none if it is not sorted by date. */
export const usePhotoDays = defineStore('photo-days', () => {
  const { library } = useClient()
  const query = useQuery()
  const stacks = useStacks(),
    loads = useLoads()
  const days = shallowRef<readonly DayCount[]>([])
  /** How near photos are to a colour, if they are sorted by it. */
  const nearness = shallowRef<readonly NearnessCount[]>([])
  /** Whether the dates of some photos are still being read. */
  const isReading = shallowRef(false)

  /** The days that came last, and for which question. */
  let last = { question: '', key: '', days: days.value }
  type Found = { days: readonly DayCount[]; nearness: readonly NearnessCount[]; isReading: boolean }
  const nothing: Found = { days: [], nearness: [], isReading: false }
  const readDays = async (order: 'asc' | 'desc'): Promise<Pick<Found, 'days' | 'isReading'>> => {
    const input = { filter: query.effective.filter, order, ...stacks.asked }
    const question = JSON.stringify(input)
    const before = last.question === question ? last : null
    const answer = await library.search.days({ ...input, known: before?.key })
    if (answer.days !== null) last = { question, key: answer.key, days: answer.days }
    return { days: answer.days ?? before!.days, isReading: answer.isReading }
  }
  const read = async (): Promise<Found> => {
    const { filter, sort } = query.effective
    if (sort.by === 'takenAt') return { ...nothing, ...(await readDays(sort.order)) }
    const isBestFirst = sort.by === 'match' && sort.order === 'desc'
    return isBestFirst ? { ...nothing, nearness: await library.search.nearness({ filter, ...stacks.asked }) } : nothing
  }
  /**
   * Reads them for the current query; the result shows them, together with the photos of that query. If that fails, the
   * photos are shown without headers.
   */
  const load = async (): Promise<() => void> => {
    const loaded = (await loads.ask(read)) ?? nothing
    return () => {
      days.value = loaded.days
      isReading.value = loaded.isReading
      nearness.value = loaded.nearness
    }
  }

  return { days, nearness, isReading, load }
})
