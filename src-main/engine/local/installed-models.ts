export { describeSlots as describeInstalledModels } from './models/describe-slots.ts'
export { openModels as openInstalledModels, type RegistryFolders as ModelFolders } from './models/registry.ts'
