import { foreign } from '../../src-main/contract/sentences/say.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ImportOrder, TransferProgress } from '../../src-main/contract/library/transfer.ts'
import type { ImportReport } from '../../src-main/contract/library/travel.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { usePanels } from '../navigation/use-panels.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useLibraryImport } from './transfer.ts'
import { countPhotos } from '../words/wording.ts'

export type ImportOptions = Pick<ImportOrder, 'moved' | 'overwrites' | 'withAlbums'>
const noOptions = (): ImportOptions => ({ moved: [], overwrites: false, withAlbums: false })

/**
 * An import from another program: a source is chosen, previewed again whenever options change, and then imported. It
 * continues while its dialog is closed.
 */
export function useImport() {
  const { shell } = useClient()
  const state = useImportState()
  const { source, options, report, imported, clear } = state
  const { job, isDryRun, start } = useImportRuns(state)

  /** Previews the person's choice; null if they closed the dialog. Rejects with what is wrong with a path. */
  const choose = async (choice: { path?: string; kind?: 'file' | 'folder' }): Promise<void> => {
    const chosen = await shell.chooseSource(choice)
    if (chosen === null) return
    clear()
    source.value = chosen
    await start(true)
  }
  const change = (part: Partial<ImportOptions>): void => {
    options.value = { ...options.value, ...part }
    void start(true)
  }
  const restart = (): void => {
    job.forget()
    clear()
  }
  const phase = computed(() => {
    if (imported.value !== null) return 'imported'
    if (job.isRunning && !isDryRun.value) return 'importing'
    if (report.value !== null) return 'previewed'
    return job.isRunning ? 'previewing' : 'choosing'
  })
  return { ...state, job, phase, choose, change, run: () => start(false), restart }
}

/** Previewing a source, and importing it: `start` takes whether it is a preview. */
function useImportRuns({ source, options, report, imported, problem }: ReturnType<typeof useImportState>) {
  const { library } = useClient()
  const job = useLibraryImport()
  const tell = useImportNotice()
  const isDryRun = ref(true)

  const start = async (isLook: boolean): Promise<void> => {
    if (source.value === null || job.isRunning) return
    isDryRun.value = isLook
    problem.value = ''
    const order = { ...options.value, sourceId: source.value.id, isDryRun: isLook }
    try {
      await job.start(() => library.transfer.startImport(order))
    } catch (error) {
      problem.value = describeError(error)
    }
  }
  const finish = ({ state, imported: found, problem: why }: TransferProgress): void => {
    if (state === 'running') return
    problem.value = translateSentence(why)
    if (found === null) return
    if (isDryRun.value) report.value = found
    else {
      imported.value = found
      tell(found)
    }
  }
  watch(
    () => job.progress,
    (progress) => progress && finish(progress),
  )
  return { job, isDryRun, start }
}

function useImportState() {
  const source = ref<{ id: string; label: string } | null>(null)
  const options = ref<ImportOptions>(noOptions())
  /** The preview of an import. */
  const report = shallowRef<ImportReport | null>(null)
  /** The result of an import. */
  const imported = shallowRef<ImportReport | null>(null)
  const problem = ref('')
  const clear = (): void => {
    source.value = null
    options.value = noOptions()
    report.value = null
    imported.value = null
    problem.value = ''
  }
  return { source, options, report, imported, problem, clear }
}

/** If the dialog was closed in the meantime, a notice with Undo reports the end of an import. */
function useImportNotice(): (report: ImportReport) => void {
  const panels = usePanels(),
    changes = usePersonChanges()
  return ({ title, changedPhotos, changeId }) => {
    if (panels.transfer === 'import') return
    const sentence = t('transfer.importedFrom', {
      source: translateSentence(title),
      photos: countPhotos(changedPhotos),
    })
    changes.tellDone({ changeId, count: changedPhotos, kept: 0, sentence: foreign(sentence) })
  }
}
