import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { Keyword, KeywordRecord, KeywordSet, KeywordSetToSave } from '../../src-main/contract/library/keywords.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { t, type MessageKey } from '../locales/messages.ts'
import { CallOrder } from '../client/call-order.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Consecutive changes within this time cause one request. */
const QUIET_MS = 120

/** Keywords as a tree, and their sets. The tree is loaded while something shows it, and follows changes. */
export const useKeywords = defineStore('keywords', () => {
  const { keywords } = useClient().library
  const loads = useLoads()
  const list = shallowRef<readonly Keyword[]>([])
  const isLoaded = ref(false)
  const problem = ref('')
  /** Increases with changes of keywords and of what has them: components that show some of them request them again. */
  const serial = ref(0)
  const order = new CallOrder()
  let viewers = 0

  const load = async (): Promise<void> => {
    const isLatest = order.start()
    try {
      const answer = await keywords.list()
      if (!isLatest()) return
      list.value = answer
      isLoaded.value = true
      problem.value = ''
    } catch (error) {
      if (isLatest()) problem.value = describeError(error)
    }
  }
  const loadSoon = useDebounceFn(load, QUIET_MS)
  const sets = useSets()
  /** Something changed that may affect keywords, their counts or their sets. */
  const follow = (): void => {
    serial.value += 1
    if (viewers > 0) void loadSoon()
    void loads.run(sets.loadSets)
  }
  const addViewer = (): void => {
    viewers += 1
    void load()
  }
  const removeViewer = (): void => {
    viewers -= 1
  }
  return { list, isLoaded, problem, serial, load, follow, addViewer, removeViewer, ...sets, ...useKeywordChanges() }
})

/** The person's sets, and the keywords that they gave last. */
function useSets() {
  const { keywords } = useClient().library
  const sets = shallowRef<readonly KeywordSet[]>([])
  const recent = shallowRef<readonly string[]>([])
  const loadSets = async (): Promise<void> => {
    ;[sets.value, recent.value] = await Promise.all([keywords.sets(), keywords.recent({})])
  }
  return { sets, recent, loadSets }
}

/** A person's changes of keywords; each shows a notice with Undo. */
function useKeywordChanges() {
  const { keywords } = useClient().library
  const toasts = useToasts(),
    changes = usePersonChanges()
  const withNotice = (title: MessageKey, run: () => Promise<ChangeResult>): Promise<boolean> =>
    toasts.attempt(t(title), async () => changes.tellDone(await run()))
  return {
    create: (name: string) => withNotice('keywords.notCreated', () => keywords.create({ name })),
    edit: (name: string, record: Partial<KeywordRecord>) =>
      withNotice('keywords.notChanged', () => keywords.edit({ name, ...record })),
    move: (from: string, to: string) => withNotice('keywords.notMoved', () => keywords.move({ from, to })),
    merge: (names: readonly string[], into: string, keepsNames: boolean) =>
      withNotice('keywords.notMerged', () => keywords.merge({ names: [...names], into, keepsNames })),
    remove: (name: string) => withNotice('keywords.notRemoved', () => keywords.remove({ name })),
    importList: (text: string) => withNotice('keywords.notImported', () => keywords.import({ text })),
    saveSet: (set: KeywordSetToSave) => withNotice('keywords.setNotSaved', () => keywords.saveSet(set)),
    removeSet: (id: number) => withNotice('keywords.setNotRemoved', () => keywords.removeSet({ id })),
  }
}
