import { availableParallelism, loadavg } from 'node:os'

/** Something else may keep a machine busy for hours; a limit must end some time all the same. */
const MAX_SLOWNESS = 10

/**
 * How many times longer work takes than on a machine that does nothing else, from 1 to 10: the system's load of the
 * last minute for each core. Limits on time are stretched by it, so that no photo fails because a film is rendered
 * beside it. Windows tells no load, and there it is 1.
 */
export function slownessOfMachine(): number {
  return Math.min(MAX_SLOWNESS, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))
}
