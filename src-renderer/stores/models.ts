import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { EngineInfo, ModelInfo } from '../../src-main/contract/library/models.ts'
import { useClient } from '../client/use-client.ts'
import { useToasts } from './toasts.ts'

/** The model files of this machine, and which of them serve the engine. */
export const useModels = defineStore('models', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const models = ref<ModelInfo[]>([])
  const engine = ref<EngineInfo | null>(null)
  const version = ref('')

  const standard = computed(() => models.value.filter((model) => model.set === 'standard'))
  const isDownloading = computed(() => models.value.some((model) => model.state === 'downloading'))
  const problem = computed(() => models.value.find((model) => model.problem)?.problem ?? '')
  /** Bytes of the standard set that are there, and all of them. */
  const progress = computed(() => ({
    received: standard.value.reduce(
      (sum, model) => sum + (model.state === 'installed' ? model.bytes : model.received),
      0,
    ),
    total: standard.value.reduce((sum, model) => sum + model.bytes, 0),
  }))

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
    const had = models.value.filter((model) => model.state === 'installed').length
    models.value = next
    if (next.filter((model) => model.state === 'installed').length !== had) void loadEngine()
  }
  const install = (set: 'standard' | 'larger' = 'standard') =>
    toasts.attempt('Download not started', () => library.models.install({ set }))
  const cancelInstall = () => toasts.attempt('Download not cancelled', () => library.models.cancelInstall())

  return {
    models,
    engine,
    version,
    standard,
    isDownloading,
    problem,
    progress,
    load,
    loadEngine,
    accept,
    install,
    cancelInstall,
  }
})
