import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { EngineInfo, InstalledFromFolder, ModelInfo, ModelSet } from '../../src-main/contract/library/models.ts'
import { useClient } from '../client/use-client.ts'
import { countInstalled, downloadProgress } from './model-totals.ts'
import { useToasts } from '../client/use-toasts.ts'

/** The model files on this machine, and the engine that uses them. */
export const useModels = defineStore('models', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const models = ref<ModelInfo[]>([])
  const engine = ref<EngineInfo | null>(null)
  const version = ref('')
  /** The result of the latest installation from a folder. */
  const fromFolder = shallowRef<InstalledFromFolder | null>(null)

  const standard = computed(() => models.value.filter((model) => model.set === 'standard'))
  const isDownloading = computed(() => standard.value.some((model) => model.state === 'downloading'))
  /** One download at a time, of any set. */
  const isBusy = computed(() => models.value.some((model) => model.state === 'downloading'))
  const problem = computed(() => standard.value.find((model) => model.problem)?.problem ?? null)
  const progress = computed(() => downloadProgress(standard.value))

  const loadEngine = async (): Promise<void> => {
    const info = await library.library.info()
    engine.value = info.engine
    version.value = info.version
  }
  const load = async (): Promise<void> => {
    models.value = await library.models.list()
    await loadEngine()
  }
  const accept = (next: ModelInfo[]): void => {
    const hasOtherModels = countInstalled(next) !== countInstalled(models.value)
    models.value = next
    if (hasOtherModels) void loadEngine()
  }
  const install = (set: ModelSet = 'standard', id?: string) =>
    toasts.attempt(t('settings.downloadNotStarted'), () => library.models.install({ set, id }))
  /** Installs the models of a folder that the shell gave as a source, and shows the result. */
  const installFrom = (sourceId: string) =>
    toasts.attempt(t('settings.modelsNotInstalled'), async () => {
      fromFolder.value = await library.models.installFrom({ sourceId })
    })
  const remove = (id: string) => toasts.attempt(t('settings.modelNotRemoved'), () => library.models.remove({ id }))
  const cancelInstall = () => toasts.attempt(t('settings.downloadNotCancelled'), () => library.models.cancelInstall())

  const actions = { load, accept, install, installFrom, remove, cancelInstall }
  return { models, fromFolder, engine, version, standard, isDownloading, isBusy, problem, progress, ...actions }
})
