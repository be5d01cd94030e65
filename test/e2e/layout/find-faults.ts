import { boxFaults } from './box-faults.ts'
import { controlFaults } from './control-faults.ts'
import { findCutRings } from './ring-faults.ts'
import { usablePart } from './screen-parts.ts'
import { textFaults } from './text-faults.ts'

export { findCutRings }

/** All layout faults of the usable part of the page, as `fault: what`. */
export function findFaults(): string[] {
  const part = usablePart()
  return [...new Set([...textFaults(part), ...controlFaults(part), ...boxFaults(part)])]
}
