import { inEnglish } from '../../contract/sentences/write-text.ts'
import type { ModelTask } from '../../contract/library/models.ts'
import { describeTasks } from '../models/registry/describe-tasks.ts'
import type { RegistryFolders } from '../models/registry/registry.ts'
import type { AnalysedPicture } from './analysed-picture.ts'

/** Tasks whose model improves an operation. */
const tasksOf = {
  tags: ['objects', 'classifier', 'faces', 'embedding'],
  categories: ['objects', 'classifier', 'faces', 'embedding', 'nsfw'],
  croppings: ['saliency', 'people', 'objects', 'faces'],
  colors: ['saliency', 'people', 'objects', 'faces'],
  faces: ['faces', 'face-identity', 'objects'],
  barcodes: [],
  text: ['text-detection', 'text-direction', 'text-recognition'],
} as const satisfies Record<string, readonly ModelTask[]>

export type OperationName = keyof typeof tasksOf

/** Sentences for verbose answers: unusual properties of the file, and missing models of the operation. */
export type TakeNotes = (operation: OperationName, picture: AnalysedPicture) => string[]

/** Reads the installed models once. */
export function createNotes(folders: RegistryFolders): TakeNotes {
  const { tasks } = describeTasks(folders)
  return (operation, { photo }) => {
    const wanted: readonly ModelTask[] = tasksOf[operation]
    return [
      ...photo.warnings.map(inEnglish),
      ...tasks.filter(({ task, note }) => note !== null && wanted.includes(task)).map(({ note }) => inEnglish(note)),
    ]
  }
}
