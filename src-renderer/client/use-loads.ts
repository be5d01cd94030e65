import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { ErrorCode } from '../../src-main/contract/errors.ts'
import { t } from '../locales/messages.ts'
import { describeError, errorCode, isAborted } from './describe-error.ts'
import { useToasts } from './use-toasts.ts'

type Load = () => Promise<unknown>
/** Errors that are an answer, such as `photo-not-found` of a photo that was removed while it was asked for. */
type Expected = readonly ErrorCode[]

/**
 * What the window loads without being asked by the person: nobody waits for it, and nobody would notice that it failed.
 * A failure becomes a notice, which offers to load again. Only a lost connection is silent: the banner reports it.
 */
export const useLoads = defineStore('loads', () => {
  const toasts = useToasts()
  /** Why loads have failed, until they succeed. */
  const problems = shallowReactive(new Map<Load, string>())

  /** Loads; what failed can be loaded again. Never rejects. */
  const run = async (load: Load, expected: Expected = []): Promise<void> => {
    try {
      await load()
      problems.delete(load)
    } catch (error) {
      if (isAnswer(error, expected)) return
      problems.set(load, describeError(error))
      report(error)
    }
  }
  /** Asks for what is only of use now; undefined if that failed. Never rejects. */
  const ask = async <Answer>(question: () => Promise<Answer>, expected: Expected = []): Promise<Answer | undefined> => {
    try {
      return await question()
    } catch (error) {
      if (!isAnswer(error, expected)) report(error)
      return undefined
    }
  }
  const report = (error: unknown): void => {
    const again = { label: t('app.tryAgain'), run: () => [...problems.keys()].forEach((load) => void run(load)) }
    toasts.show({
      kind: 'error',
      about: 'loads',
      title: t('app.notAllLoaded'),
      detail: describeError(error),
      ...(problems.size > 0 ? { action: again } : {}),
    })
  }
  /** Why a load has failed; empty if it has not. */
  const problemOf = (load: Load): string => problems.get(load) ?? ''

  return { run, ask, problemOf }
})

const isAnswer = (error: unknown, expected: Expected): boolean =>
  isAborted(error) || (expected as readonly string[]).includes(errorCode(error))
