import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { describeError, isAborted } from '../client/describe-error.ts'

export type Toast = {
  id: number
  kind: 'info' | 'error'
  title: string
  detail: string
  action?: { label: string; run: () => void }
  /** A notice takes the place of an earlier one about the same. */
  about?: string
}

const MAX_AT_ONCE = 4
const SHOWN_MS = 5000
const WITH_ACTION_MS = 15_000

/** Short notices at the edge of the window; errors stay until they are closed. */
export const useToasts = defineStore('toasts', () => {
  const list = shallowRef<readonly Toast[]>([])
  let lastId = 0

  const close = (id: number): void => {
    list.value = list.value.filter((toast) => toast.id !== id)
  }

  const show = (toast: Omit<Toast, 'id'>): void => {
    const id = (lastId += 1)
    const isSame = (other: Toast): boolean =>
      toast.about === undefined
        ? other.title === toast.title && other.detail === toast.detail
        : other.about === toast.about
    const others = list.value.filter((other) => !isSame(other))
    list.value = [...others, { ...toast, id }].slice(-MAX_AT_ONCE)
    if (toast.kind === 'info') setTimeout(() => close(id), toast.action ? WITH_ACTION_MS : SHOWN_MS)
  }

  const say = (title: string, detail = ''): void => show({ kind: 'info', title, detail })

  /**
   * Runs something a person asked for; what goes wrong becomes a notice under the given title. Returns whether it was
   * done.
   */
  const attempt = async (title: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!isAborted(error)) show({ kind: 'error', title, detail: describeError(error) })
      return false
    }
  }

  return { list, show, say, close, attempt }
})
