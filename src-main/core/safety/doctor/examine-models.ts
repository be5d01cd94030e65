import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { AnalysisEngine } from '../../../engines/engine.ts'
import type { ModelStore } from '../../models/model-store.ts'
import type { Diagnosis } from './diagnosis.ts'

type Dependencies = { models: Pick<ModelStore, 'list'>; engine: Pick<AnalysisEngine, 'info'> }

/** Whether the models are there and sound. */
export async function examineModels({ models, engine }: Dependencies): Promise<Diagnosis[]> {
  const list = await models.list()
  const damaged = list.filter((model) => model.state === 'damaged')
  const empty = engine.info().tasks.filter((task) => task.modelId === null)
  return [
    ...damaged.map((model): Diagnosis => ({
      area: 'models',
      level: 'problem',
      message: `The model file of ${model.title} is damaged.`,
      advice: 'Install the models again.',
    })),
    ...empty.map((task): Diagnosis => ({
      area: 'models',
      level: 'hint',
      message: inEnglish(task.note) || `No model serves ${task.task}.`,
      advice: 'Install the standard models, in Settings or by "lumafold models install".',
    })),
    {
      area: 'models',
      level: 'good',
      message: `${list.filter((model) => model.state === 'installed').length} of ${list.length} known models are installed.`,
      advice: '',
    },
  ]
}
