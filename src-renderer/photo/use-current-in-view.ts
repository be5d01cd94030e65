import { nextTick, type Ref, watch, type WatchSource } from 'vue'

/**
 * Keeps the current one of a strip of photos in view, whenever another is the current one or the strip changes; `inline`
 * is where it then stands.
 */
export function useCurrentInView(
  strip: Readonly<Ref<HTMLElement | null>>,
  changes: WatchSource<unknown>,
  inline: 'nearest' | 'center',
): void {
  watch(
    changes,
    async () => {
      await nextTick()
      strip.value?.querySelector('[aria-current]')?.scrollIntoView({ inline, block: 'nearest' })
    },
    { immediate: true, flush: 'post' },
  )
}
