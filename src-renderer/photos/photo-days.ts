import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DayCount, NearnessCount } from '../../src-main/contract/library/query.ts'
import { useClient } from '../client/use-client.ts'
import { useQuery } from './query.ts'
import { useStacks } from '../stacks/use-stacks.ts'

/** The days of the current query with their photos, in its order; none if it is not sorted by date. */
export const usePhotoDays = defineStore('photo-days', () => {
  const { library } = useClient()
  const query = useQuery()
  const stacks = useStacks()
  const days = shallowRef<readonly DayCount[]>([])
  /** How near photos are to a colour, if they are sorted by it. */
  const nearness = shallowRef<readonly NearnessCount[]>([])

  /** The days that came last, and for which question. */
  let last = { question: '', key: '', days: days.value }
  const readDays = async (order: 'asc' | 'desc'): Promise<readonly DayCount[]> => {
    const input = { filter: query.effective.filter, order, ...stacks.asked }
    const question = JSON.stringify(input)
    const before = last.question === question ? last : null
    const answer = await library.search.days({ ...input, known: before?.key })
    if (answer.days === null) return before!.days
    last = { question, key: answer.key, days: answer.days }
    return answer.days
  }
  const read = async (): Promise<{ days: readonly DayCount[]; nearness: readonly NearnessCount[] }> => {
    const { filter, sort } = query.effective
    const isByDate = sort.by === 'takenAt'
    const isBestFirst = sort.by === 'match' && sort.order === 'desc'
    return {
      days: isByDate ? await readDays(sort.order) : [],
      nearness: isBestFirst ? await library.search.nearness({ filter, ...stacks.asked }) : [],
    }
  }
  /**
   * Reads them for the current query; the result shows them, together with the photos of that query. Photos come from
   * the same library and report its errors; they are then shown without headers.
   */
  const load = async (): Promise<() => void> => {
    const loaded = await read().catch(() => ({ days: [], nearness: [] }))
    return () => {
      days.value = loaded.days
      nearness.value = loaded.nearness
    }
  }

  return { days, nearness, load }
})
