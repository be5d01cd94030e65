import { nextTick, type Ref, watch, type WatchSource } from 'vue'

/** Keeps the current photo of a strip in view when the strip changes; `inline` is where it is scrolled to. */
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
