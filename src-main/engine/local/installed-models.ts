import type { EngineInfo } from '../../contract/library/models.ts'
import type { Models } from './models/slots.ts'

export type ModelFolders = { resourcesDir: string; modelsDir: string }

export function openInstalledModels(_folders: ModelFolders): Models {
  return { get: async () => null, idFor: () => null, close: async () => undefined }
}
export function describeInstalledModels(_folders: ModelFolders): EngineInfo {
  return { name: 'Local engine', slots: [], isComplete: false }
}
