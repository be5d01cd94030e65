import { useEventListener } from '@vueuse/core'
import type { z } from 'zod'

/** Changes made right before a page was left, for the page that follows it. */
export type LeftChanges<T> = {
  /** Takes and deletes the changes of the previous page; empty if it left none. */
  take(): Partial<T>
}

/**
 * Stores a page's unsaved changes when it is left, so that a reload loses nothing. Changes sent only then may arrive
 * after the next page has read the saved state. They are stored for this tab alone, by the address of the page.
 */
export function useLeftChanges<T extends object>(
  name: string,
  schema: z.ZodObject & z.ZodType<T>,
  unsaved: () => Partial<T>,
): LeftChanges<T> {
  const key = `left ${name} ${location.pathname}`
  useEventListener('pagehide', () => {
    const changes = unsaved()
    if (Object.keys(changes).length > 0) sessionStorage.setItem(key, JSON.stringify(changes))
  })
  return {
    take() {
      const text = sessionStorage.getItem(key)
      if (text === null) return {}
      sessionStorage.removeItem(key)
      const left = JSON.parse(text) as object
      const read = schema.partial().safeParse(left)
      // An absent value was not changed: the schema's default must not be saved.
      const isLeft = ([field]: [string, unknown]): boolean => Object.hasOwn(left, field)
      return Object.fromEntries(Object.entries(read.data ?? {}).filter(isLeft)) as Partial<T>
    },
  }
}
