import { loadPalette } from '../../base/color/palette.ts'
import type { RegistryFolders } from '../models/registry/registry.ts'
import type { Models } from '../models/runtime/tasks.ts'
import { openEvidenceReader } from '../tags/gather-evidence.ts'
import { createCategorizers } from './categorizers.ts'
import { createNotes } from './notes.ts'
import { Operations, type SharedDependencies } from './operations.ts'
import type { NamesPort, OwnerPorts } from './ports.ts'

export type OperationsOptions = RegistryFolders & {
  /** Models that are open already; whoever opened them closes them. */
  models: Models
  names?: NamesPort
}

/**
 * Opens what all owners share, once. The returned function gives the operations of one owner at no cost. A picture
 * opened by one owner's operations serves all. Throws if a data file of the program is missing or damaged.
 */
export function openOperations(options: OperationsOptions): (ports: OwnerPorts) => Operations {
  const { resourcesDir, models, names } = options
  const evidenceReader = openEvidenceReader(resourcesDir)
  const shared: SharedDependencies = {
    models,
    evidenceReader,
    names,
    palette: loadPalette(resourcesDir),
    builtIn: createCategorizers(evidenceReader),
    takeNotes: createNotes(options),
  }
  return (ports) => new Operations(shared, ports)
}
