import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { CardItem, CardOrder, CardScan } from '../../src-main/contract/library/card-import.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useCardImports } from './use-card-imports.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { useCardOptions } from './use-card-options.ts'

/** An import from a card: its contents are scanned, ticked and copied. It continues if the dialog is closed. */
export function useCardImport() {
  const { library, shell } = useClient()
  const [imports, panels, options] = [useCardImports(), usePanels(), useCardOptions()] as const
  const list = useCardItems()
  const isScanning = ref(false)
  const { problem, attempt } = useProblem()
  const { order, example } = useCardOrder(list, options)
  useFreshStart(list.scan, problem)
  const progress = computed(() => (panels.cardImport?.jobId ? imports.of(panels.cardImport.jobId) : undefined))
  const phase = computed(() => {
    if (progress.value !== undefined) return progress.value.state === 'running' ? 'running' : 'over'
    if (isScanning.value) return 'scanning'
    return list.scan.value === null ? 'choosing' : 'found'
  })

  const scanCard = (sourceId: string): Promise<void> =>
    attempt(async () => {
      isScanning.value = true
      const scanned = library.cards.scan({ sourceId }).then(list.take)
      await scanned.finally(() => (isScanning.value = false))
    })
  /** Takes a folder chosen in a dialog, or a typed path. */
  const choose = (path?: string): Promise<void> =>
    attempt(async () => {
      const chosen = await shell.chooseSource(path === undefined ? { kind: 'folder' } : { kind: 'folder', path })
      if (chosen !== null) await scanCard(chosen.id)
    })
  const start = (): Promise<void> =>
    attempt(async () => {
      if (order.value === null) return
      const backupId = await options.backupId()
      const { jobId } = await library.cards.start({ ...order.value, ...(backupId === undefined ? {} : { backupId }) })
      await imports.load()
      panels.cardImport = { jobId }
    })
  const again = (): void => {
    list.scan.value = null
    panels.cardImport = {}
  }
  return { ...list, options, phase, progress, problem, example, choose, scanCard, start, again }
}

/** A reopened dialog requests the card again: the contents of the last one may be imported by now. */
function useFreshStart(scan: Ref<CardScan | null>, problem: Ref<string>): void {
  const panels = usePanels()
  watch(
    () => panels.cardImport,
    (now, before) => {
      if (before !== null || now === null) return
      scan.value = null
      problem.value = ''
    },
  )
}

function useProblem() {
  const problem = ref('')
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    problem.value = ''
    try {
      await work()
    } catch (error) {
      problem.value = describeError(error)
    }
  }
  return { problem, attempt }
}

/** The contents of the card, and which are ticked. */
function useCardItems() {
  const scan = shallowRef<CardScan | null>(null)
  const ticked = ref<ReadonlySet<number>>(new Set())
  const withKnown = ref(false)
  const fresh = computed(() => scan.value?.items.filter(({ isKnown }) => !isKnown) ?? [])
  const shown = computed((): readonly CardItem[] => (withKnown.value ? (scan.value?.items ?? []) : fresh.value))
  const toggle = (index: number): void => {
    const next = new Set(ticked.value)
    if (!next.delete(index)) next.add(index)
    ticked.value = next
  }
  const tickAll = (isTicked: boolean): void => {
    ticked.value = new Set(isTicked ? fresh.value.map(({ index }) => index) : [])
  }
  const take = (found: CardScan): void => {
    scan.value = found
    tickAll(true)
  }
  return { scan, shown, fresh, ticked, withKnown, toggle, tickAll, take }
}

type Items = Pick<ReturnType<typeof useCardItems>, 'scan' | 'ticked'>

/** The order to the library, and the path of the first item. */
function useCardOrder({ scan, ticked }: Items, options: ReturnType<typeof useCardOptions>) {
  const { library } = useClient()
  const loads = useLoads()
  const example = ref('')
  const order = computed((): CardOrder | null => {
    const folderId = options.folderId.value
    if (scan.value === null || folderId === null) return null
    const items = [...ticked.value].sort((a, b) => a - b)
    return { scanId: scan.value.scanId, items, ...options.wishes(folderId) }
  })
  watch(order, async (wanted) => {
    const first = wanted?.items?.[0]
    if (!wanted || first === undefined) return void (example.value = '')
    const found = await loads.ask(() => library.cards.preview({ ...wanted, items: [first] }))
    if (order.value === wanted) example.value = found?.names[0]?.newPath ?? ''
  })
  return { order, example }
}
