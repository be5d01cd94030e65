import { computed, ref, shallowReactive, watch, shallowRef } from 'vue'
import type { MovedCrop, PhotoSource, ExportPlan } from '../../src-main/contract/library/export-job.ts'
import { describeError } from '../client/describe-error.ts'
import { t } from '../locales/messages.ts'
import { useExportDraft } from './settings/use-export-draft.ts'
import { useExportPresets } from './presets/use-export-presets.ts'
import { useExports } from './jobs/use-exports.ts'
import { type PublishSubject, usePanels } from '../navigation/use-panels.ts'
import { usePublishing } from '../publishing/use-publishing.ts'
import { useToasts } from '../client/use-toasts.ts'
import { useExportTarget } from './use-export-target.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useDebounceFn } from '@vueuse/core'
import { useClient } from '../client/use-client.ts'
import { CallOrder } from '../client/call-order.ts'

/**
 * The choices of an export until it starts. Settings, folder and moved crops survive a dialog that was closed by
 * mistake.
 */
export function useExportDialog() {
  const panels = usePanels()
  const subject = computed<ExportSubject | null>(
    () =>
      panels.publishing ??
      (panels.exportIds && { kind: 'once', ids: panels.exportIds, count: panels.exportIds.length }),
  )
  const publish = ref({ name: '', followsQuery: true })
  const source = computed(() => (subject.value ? sourceOf(subject.value, publish.value.followsQuery) : null))
  /** Crops moved by hand for this export, by photo and size. */
  const moved = shallowReactive(new Map<string, MovedCrop>())
  const { plan, problem: patternProblem, updatePlan } = useExportPlan(() => source.value, moved)
  const target = useExportTarget()
  const isReviewing = ref(false)
  const draft = useExportDraft()
  const missing = computed(() => missingChoice(draft, subject.value, publish.value.name, target.hasTarget.value))
  const close = (): void => {
    isReviewing.value = false
    panels.exportIds = panels.publishing = null
  }
  const start = useStart({ subject, source, target, publish, moved, close })
  useOpening(subject, { publish, moved, problem: start.problem, updatePlan })

  return {
    subject,
    publish,
    plan,
    patternProblem,
    target,
    isReviewing,
    moved,
    close,
    ...start,
    missing: computed(() => missing.value || patternProblem.value || nothingToWrite(subject.value, plan.value)),
  }
}

/** What must still be chosen before files can be written; empty if nothing. */
function missingChoice(
  draft: ReturnType<typeof useExportDraft>,
  subject: ExportSubject | null,
  name: string,
  hasTarget: boolean,
): string {
  if (draft.kind === 'pictures' && draft.pictures.outputs.length === 0) return t('export.nothingChosen')
  if (!draft.isValid) return t('export.lookAtFields')
  if (subject?.kind === 'publish' && name.trim() === '') return t('publishing.nameMissing')
  const hasFolder = hasTarget || (subject?.kind === 'publish' && subject.folder !== null)
  return hasFolder ? '' : t('export.chooseFolder')
}

/** Why nothing would be written; empty if something is. A folder that is kept in step may be filled later. */
const nothingToWrite = (subject: ExportSubject | null, plan: ExportPlan | null): string =>
  subject?.kind === 'once' && plan?.files === 0 ? t('export.nothingToWrite') : ''

type Parts = {
  subject: { readonly value: ExportSubject | null }
  source: { readonly value: PhotoSource | null }
  target: ReturnType<typeof useExportTarget>
  publish: { value: { name: string; followsQuery: boolean } }
  moved: ReadonlyMap<string, MovedCrop>
  close: () => void
}

/** Starts the job, or saves the publish folder. The dialog closes at once: progress is in the activity list. */
function useStart({ subject, source, target, publish, moved, close }: Parts) {
  const draft = useExportDraft()
  const exportOnce = useExportOnce(moved)
  const keepInStep = useKeepInStep()
  const panels = usePanels()
  const problem = ref('')
  const isBusy = ref(false)

  const begin = async (about: ExportSubject, from: PhotoSource): Promise<void> => {
    const targetId = target.target.value?.id ?? ''
    if (about.kind === 'once') await exportOnce(from, targetId)
    else await keepInStep(about, { name: publish.value.name.trim(), source: from, targetId })
    draft.keep()
    panels.exportOf = panels.exportIds
    close()
  }
  const act = async (): Promise<void> => {
    const [about, from] = [subject.value, source.value]
    if (about === null || from === null || isBusy.value) return
    problem.value = ''
    const isChange = about.kind === 'publish' && about.folder !== null
    if (!isChange && !(await target.ensureTarget())) return
    isBusy.value = true
    try {
      await begin(about, from)
    } catch (error) {
      problem.value = describeError(error)
    } finally {
      isBusy.value = false
    }
  }
  return { problem, isBusy, act }
}

/** Starts a job, with the moved crops of sizes that are still chosen. */
function useExportOnce(moved: ReadonlyMap<string, MovedCrop>) {
  const draft = useExportDraft(),
    presets = useExportPresets(),
    exports = useExports(),
    panels = usePanels(),
    toasts = useToasts()
  return async (source: PhotoSource, targetId: string): Promise<void> => {
    const title = presets.list.find(({ id }) => id === draft.presetId)?.name ?? ''
    const isChosen = ({ size }: MovedCrop): boolean =>
      draft.cropSizes.some(({ width, height }) => width === size.width && height === size.height)
    const crops = [...moved.values()].filter(isChosen)
    const job = await exports.start({ source, settings: draft.settings, crops, targetId, title })
    // A small one may have finished by now: its notice stays.
    if (!exports.isActive(job.jobId)) return
    toasts.show({
      kind: 'info',
      title: t('exportJobs.started'),
      detail: job.target,
      action: { label: t('activity.title'), run: () => (panels.isActivityOpen = true) },
      about: `export-${job.jobId}`,
    })
  }
}

/** Creates or changes a publish folder, and shows the state of all of them. */
function useKeepInStep() {
  const draft = useExportDraft(),
    publishing = usePublishing(),
    panels = usePanels()
  type Order = { name: string; source: PhotoSource; targetId: string }
  return async ({ folder }: PublishSubject, { targetId, ...rest }: Order): Promise<void> => {
    const order = { ...rest, settings: draft.settings }
    if (folder) await publishing.change({ id: folder.id, ...order })
    else await publishing.add({ ...order, targetId, isOn: true })
    panels.isPublishingOpen = true
  }
}

type Opening = {
  publish: { value: { name: string; followsQuery: boolean } }
  moved: Map<string, MovedCrop>
  problem: { value: string }
  updatePlan: () => Promise<void>
}

/** The initial values of a dialog; moved crops stay as long as the photos are the same. */
function useOpening(
  subject: { readonly value: ExportSubject | null },
  { publish, moved, problem, updatePlan }: Opening,
): void {
  const draft = useExportDraft(),
    presets = useExportPresets(),
    toasts = useToasts()
  let lastIds = ''
  watch(
    () => subject.value,
    (now) => {
      if (now === null) return
      problem.value = ''
      void toasts.attempt(t('export.presetsNotLoaded'), presets.load)
      if (now.kind === 'publish') {
        publish.value = { name: now.folder?.name ?? now.queryName, followsQuery: now.query !== null }
        if (now.folder) draft.put(now.folder.settings)
      } else {
        const ids = now.ids.join()
        if (ids !== lastIds) moved.clear()
        lastIds = ids
      }
      void updatePlan()
    },
    { immediate: true },
  )
}

/** The subject of the export dialog: some photos once, or the photos of a publish folder. */
type ExportSubject = { kind: 'once'; ids: readonly PhotoId[]; count: number } | PublishSubject

/** Its photos, as the library takes them. */
function sourceOf(subject: ExportSubject, followsQuery: boolean): PhotoSource {
  if (subject.kind === 'publish') {
    if (subject.query !== null && (followsQuery || subject.ids === null)) return { kind: 'query', query: subject.query }
    if (subject.folder !== null && subject.ids === null) return subject.folder.source
  }
  return { kind: 'photos', ids: [...(subject.ids ?? [])] }
}

const PAUSE_MS = 150

/** What an export would do, updated while its settings are edited; `problem` is what is wrong with the names. */
function useExportPlan(source: () => PhotoSource | null, moved: ReadonlyMap<string, MovedCrop>) {
  const { exports } = useClient().library
  const draft = useExportDraft()
  const plan = shallowRef<ExportPlan | null>(null)
  const problem = ref('')
  const order = new CallOrder()

  const updatePlan = async (): Promise<void> => {
    const from = source()
    if (from === null || !draft.isValid) return
    const isLatest = order.start()
    try {
      const next = await exports.plan({ source: from, settings: draft.settings, crops: [...moved.values()] })
      if (isLatest()) [plan.value, problem.value] = [next, '']
    } catch (error) {
      if (isLatest()) problem.value = describeError(error)
    }
  }
  const updatePlanSoon = useDebounceFn(updatePlan, PAUSE_MS)
  watch([source, () => draft.settings, () => [...moved.values()]], ([now], [before]) => {
    if (now !== before) plan.value = null
    void updatePlanSoon()
  })
  return { plan, problem, updatePlan }
}
