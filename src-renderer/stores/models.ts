import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { EngineInfo, ModelInfo, ModelSet } from '../../src-main/contract/library/models.ts'
import { useClient } from '../client/use-client.ts'
import { countInstalled, downloadProgress } from './model-totals.ts'
import { useToasts } from './toasts.ts'

/** The model files on this machine, and the engine that uses them. */
export const useModels = defineStore('models', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const models = ref<ModelInfo[]>([])
  const engine = ref<EngineInfo | null>(null)
  const version = ref('')

  const standard = computed(() => models.value.filter((model) => model.set === 'standard'))
  const isDownloading = computed(() => standard.value.some((model) => model.state === 'downloading'))
  /** One download at a time, of whatever set. */
  const isBusy = computed(() => models.value.some((model) => model.state === 'downloading'))
  const problem = computed(() => standard.value.find((model) => model.problem)?.problem ?? '')
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
    toasts.attempt('Download not started', () => library.models.install({ set, id }))
  const remove = (id: string) => toasts.attempt('Model not removed', () => library.models.remove({ id }))
  const cancelInstall = () => toasts.attempt('Download not cancelled', () => library.models.cancelInstall())

  const actions = { load, accept, install, remove, cancelInstall }
  return { models, engine, version, standard, isDownloading, isBusy, problem, progress, ...actions }
})
