import { useEventListener } from '@vueuse/core'
import type { z } from 'zod'

/** What was changed right before a page was left, for the page that follows it. */
export type LeftChanges<T> = {
  /** Those of the page before, which are then gone; empty where it left none. */
  take(): Partial<T>
}

/**
 * Keeps what a page has not saved when it is left, so that a reload takes nothing back: what is sent only then may
 * arrive after the page that follows has read what is saved. It is kept for this tab alone, by the address of the page.
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
      // What is absent was not changed: the defaults that the schema puts there must not be saved.
      const isLeft = ([field]: [string, unknown]): boolean => Object.hasOwn(left, field)
      return Object.fromEntries(Object.entries(read.data ?? {}).filter(isLeft)) as Partial<T>
    },
  }
}
