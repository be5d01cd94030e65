import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type {
  ChosenValue,
  DuplicateChoice,
  DuplicateGroup,
  DuplicateKind,
  DuplicatesState,
  TrashPlan,
} from '../../src-main/contract/library/duplicates.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Groups loaded at a time. */
const PAGE = 20
/** The library returns at most this many at once. */
const MAX_AT_ONCE = 200

const nothingKnown: DuplicatesState = {
  phase: 'done',
  done: 0,
  total: 0,
  counts: { equal: 0, same: 0, near: 0 },
  bytes: 0,
}

/** Photos that show the same, as far as they are loaded, and a person's decisions about them. */
export const useDuplicates = defineStore('duplicates', () => {
  const { library } = useClient()
  const state = shallowRef(nothingKnown)
  const list = useGroups()
  const count = computed(() => Object.values(state.value.counts).reduce((sum, each) => sum + each, 0))

  const load = async (): Promise<void> => {
    state.value = await library.duplicates.state()
  }
  /** The library found others, or may have: the visible groups are loaded again. */
  const follow = async (): Promise<void> => {
    await load()
    if (list.isOpen.value && state.value.phase !== 'searching') await list.reload()
  }
  const open = async (): Promise<void> => {
    list.isOpen.value = true
    await list.reload()
    await load()
  }

  return { state, count, load, follow, open, ...list, ...useDecisions() }
})

/** The loaded pages, from the first on. */
function useGroups() {
  const groups = shallowRef<readonly DuplicateGroup[]>([])
  const isOpen = ref(false)
  const { read, guard, ...about } = useReading()

  const reload = (): Promise<void> =>
    guard(async () => {
      groups.value = await read(0, Math.min(MAX_AT_ONCE, Math.max(PAGE, groups.value.length)))
    })
  const more = (): Promise<void> =>
    guard(async () => {
      groups.value = [...groups.value, ...(await read(groups.value.length, PAGE))]
    })
  const choose = (next: DuplicateKind | 'all'): Promise<void> => {
    about.kind.value = next
    groups.value = []
    return reload()
  }
  const close = (): void => {
    isOpen.value = about.isLoaded.value = false
    groups.value = []
  }
  return { groups, isOpen, ...about, reload, more, choose, close }
}

/** Loads groups of a kind; an error is stored to be shown. */
function useReading() {
  const { library } = useClient()
  const total = ref(0)
  const kind = ref<DuplicateKind | 'all'>('all')
  const isLoaded = ref(false)
  const problem = ref('')

  const read = async (offset: number, limit: number): Promise<readonly DuplicateGroup[]> => {
    const ofKind = kind.value === 'all' ? {} : { kind: kind.value }
    const page = await library.duplicates.groups({ ...ofKind, offset, limit })
    total.value = page.total
    return page.groups
  }
  const guard = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      problem.value = ''
    } catch (error) {
      problem.value = describeError(error)
    }
    isLoaded.value = true
  }
  return { total, kind, isLoaded, problem, read, guard }
}

/** A person's decisions about groups. */
function useDecisions() {
  const { library } = useClient()
  const changes = usePersonChanges()
  const toasts = useToasts()

  const dismiss = (ids: readonly PhotoId[]): Promise<boolean> =>
    toasts.attempt(t('duplicates.notNoted'), async () =>
      changes.tellDone(await library.duplicates.dismiss({ ids: [...ids] })),
    )
  /** Lists the files that would be moved; if that is not possible, shows a notice and returns null. */
  const plan = async (choices: readonly DuplicateChoice[]): Promise<TrashPlan | null> => {
    let listed: TrashPlan | null = null
    await toasts.attempt(t('duplicates.nothingTrashable'), async () => {
      listed = await library.duplicates.plan({ choices: [...choices] })
    })
    return listed
  }
  /** Moves the listed files to the trash. Shows a notice for each failure, and one with Undo for what was moved. */
  const trash = (planId: string, merges: boolean, chosen: readonly ChosenValue[]): Promise<boolean> =>
    toasts.attempt(t('duplicates.notTrashed'), async () => {
      const { change, failures } = await library.duplicates.trash({ planId, merges, chosen: [...chosen] })
      if (change !== null) changes.tellDone(change)
      if (failures.length === 0) return
      const detail = failures.map(({ path, reason }) => `${path}: ${translateSentence(reason)}`).join('\n')
      toasts.show({ kind: 'error', title: t('duplicates.someNotTrashed', { count: failures.length }), detail })
    })
  return { dismiss, plan, trash }
}
