import { foldFactors } from './fold-factors.ts'
import { Network } from './network.ts'

/** PP-OCRv4's reader, whose first part is built like the detector's, in fewer operations, with the same numbers. */
export function simplifyReader(model: Uint8Array): Uint8Array {
  const network = new Network(model)
  foldFactors(network)
  return network.write()
}
