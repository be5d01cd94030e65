const SAMPLE_BYTES = 1024 * 1024
/** Milliseconds of processor time that the sample takes on the machines for which the limits were chosen. */
const USUAL_MS = 4

/**
 * How many times slower this machine computes now than those for which limits of processor time were chosen; at least
 * 1. Other load counts, too. Each call measures again, which takes some milliseconds: ask before a file is given up, so
 * that no file is blamed for a slow machine.
 */
export function slownessNow(): number {
  const before = process.threadCpuUsage()
  fillSample()
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, (user + system) / 1000 / USUAL_MS)
}

/** Computes and touches fresh memory, as reading a file does. */
function fillSample(): void {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let state = 1
  for (let place = 0; place < SAMPLE_BYTES; place++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    sample[place] = state >>> 24
  }
}
