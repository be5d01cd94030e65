import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'

/** Blurred photos that the person asked to see. Nothing is stored: a reload blurs them again. */
export const useRevealed = defineStore('revealed', () => {
  const ids = shallowReactive(new Set<PhotoId>())
  const has = (id: PhotoId): boolean => ids.has(id)
  const reveal = (id: PhotoId): void => void ids.add(id)
  const blur = (id: PhotoId): void => void ids.delete(id)
  /** Shows photos, or blurs them again if all of them are shown. */
  const toggle = (all: readonly PhotoId[]): void => all.forEach(all.every(has) ? blur : reveal)
  const clear = (): void => ids.clear()
  return { has, reveal, blur, toggle, clear }
})
