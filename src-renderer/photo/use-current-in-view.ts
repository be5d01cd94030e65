import { nextTick, type Ref, watch, type WatchSource } from 'vue'
import { afterPaint } from '../client/after-paint.ts'

/**
 * Keeps the current photo of a strip in view when another becomes current or the strip changes; `inline` is where it is
 * scrolled to. The photo that is stepped to is painted first: to scroll, the browser has to lay out the page.
 */
export function useCurrentInView(
  strip: Readonly<Ref<HTMLElement | null>>,
  changes: WatchSource<unknown>,
  inline: 'nearest' | 'center',
): void {
  watch(
    changes,
    async (_now, before) => {
      await (before === undefined ? nextTick() : afterPaint())
      strip.value?.querySelector('[aria-current]')?.scrollIntoView({ inline, block: 'nearest' })
    },
    { immediate: true, flush: 'post' },
  )
}
