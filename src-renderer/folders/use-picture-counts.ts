import { t } from '../locales/messages.ts'
import { onBeforeUnmount, shallowRef } from 'vue'
import type { PictureCount } from '../../src-main/contract/shell/browsing.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'

const AT_ONCE = 10

/** Counts of pictures in folders, requested a few at a time while somebody sees them. */
export function usePictureCounts() {
  const client = useClient()
  const loads = useLoads()
  const counts = shallowRef<ReadonlyMap<string, PictureCount>>(new Map())
  const asked = new Set<string>()
  const stop = new AbortController()
  const waiting: string[] = []
  let isCounting = false
  onBeforeUnmount(() => stop.abort())

  const countNext = async (): Promise<void> => {
    const paths = waiting.splice(0, AT_ONCE)
    const found = await client.shell.countPictures({ paths }, { signal: stop.signal })
    counts.value = new Map([...counts.value, ...found.map((count) => [count.path, count] as const)])
  }
  const countAll = async (): Promise<void> => {
    if (isCounting) return
    isCounting = true
    while (waiting.length > 0 && !stop.signal.aborted) await loads.ask(countNext)
    isCounting = false
  }
  /** Counts folders that were not counted yet, after the waiting ones. */
  const count = (paths: readonly string[]): void => {
    const fresh = paths.filter((path) => !asked.has(path))
    for (const path of fresh) asked.add(path)
    waiting.push(...fresh)
    void countAll()
  }
  return { counts, count }
}

/** `1,204 photos`, `1,204+ photos` if there may be more; empty if none were found. */
export function writeCount({ count, isMore }: PictureCount): string {
  if (count === 0) return ''
  return t(isMore ? 'folders.moreThan' : 'folders.photosHere', { count })
}
