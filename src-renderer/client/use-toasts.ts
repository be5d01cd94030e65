import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { describeError, isAborted } from './describe-error.ts'

export type Toast = {
  id: number
  kind: 'info' | 'error'
  title: string
  detail: string
  /** How often it happened since it was last closed. */
  times: number
  action?: { label: string; run: () => void }
  /** A notice replaces an earlier one about the same subject. */
  about?: string
}

export type NewToast = Omit<Toast, 'id' | 'times'>

/** Notices that disappear by themselves. */
const MAX_AT_ONCE = 4
/** Errors that wait to be closed; older ones are left out. */
const MAX_ERRORS = 50
const SHOWN_MS = 5000
const WITH_ACTION_MS = 15_000

/**
 * Short notices at the edge of the window. Errors stay until they are closed; a repeated one is shown once with a
 * count.
 */
export const useToasts = defineStore('toasts', () => {
  const list = shallowRef<readonly Toast[]>([])
  let lastId = 0

  const errors = computed(() => list.value.filter(({ kind }) => kind === 'error'))

  const close = (id: number): void => {
    list.value = list.value.filter((toast) => toast.id !== id)
  }
  const closeErrors = (): void => {
    list.value = list.value.filter(({ kind }) => kind !== 'error')
  }

  const show = (toast: NewToast): void => {
    const id = (lastId += 1)
    const isSame = (other: Toast): boolean =>
      toast.about === undefined
        ? other.title === toast.title && other.detail === toast.detail
        : other.about === toast.about
    const before = list.value.find((other) => toast.kind === 'error' && other.kind === 'error' && isSame(other))
    const others = list.value.filter((other) => !isSame(other))
    list.value = latestOf([...others, { ...toast, id, times: (before?.times ?? 0) + 1 }])
    if (toast.kind === 'info') setTimeout(() => close(id), toast.action ? WITH_ACTION_MS : SHOWN_MS)
  }

  const say = (title: string, detail = ''): void => show({ kind: 'info', title, detail })

  /**
   * Runs something that a person asked for; an error becomes a notice under the given title. Returns whether it
   * succeeded.
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

  return { list, errors, show, say, close, closeErrors, attempt }
})

/** The latest notices of each kind, in their order. */
function latestOf(toasts: readonly Toast[]): Toast[] {
  const [errors, others] = [true, false].map((isError) =>
    toasts.filter(({ kind }) => (kind === 'error') === isError).slice(isError ? -MAX_ERRORS : -MAX_AT_ONCE),
  )
  return toasts.filter((toast) => errors!.includes(toast) || others!.includes(toast))
}
