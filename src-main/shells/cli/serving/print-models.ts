import { describeTasks } from '../../../analysis/models/registry/describe-tasks.ts'
import type { RegistryFolders } from '../../../analysis/models/registry/registry.ts'
import { print } from '../output/output.ts'

/** Prints the models that analyse pictures, and how to install better ones if they are missing. */
export function printModels(folders: RegistryFolders): void {
  const { tasks, isComplete } = describeTasks(folders)
  const ids = [...new Set(tasks.flatMap(({ modelId }) => modelId ?? []))]
  print(`Models in use: ${ids.length === 0 ? 'none' : ids.join(', ')}`)
  if (!isComplete)
    print('The standard models, which find more, are not all installed: "lumafold models install" fetches them.')
}
