import type { BareEngine } from './bare-engine.ts'
import type { LoadClients } from './load-clients.ts'
import type { LoadReport } from './load-types.ts'
import { loads, say } from './print.ts'
import type { RunningService } from './run-service.ts'
import { countAnalyses, ROUND } from './visits.ts'
import { childCpuOf, cpuOf, readTree, watchTree, type MemoryPoint, type TreeState } from './watch-tree.ts'

export type TurnOptions = {
  bare: BareEngine
  service: Pick<RunningService, 'pid'>
  load: LoadClients
  clients: number
  seconds: number
}
export type Turns = {
  visits: number
  analyses: number
  bareMs: number
  bareCpuMs: number
  /** Of the service process alone, and of its compute processes. */
  serviceCpuMs: number
  computeCpuMs: number
  reports: LoadReport[]
  memory: readonly MemoryPoint[]
  /** After each turn, with nothing active and the clients still connected. */
  idle: TreeState[]
}

/** Long enough for the ends of turns, when some places are free again, to weigh little. */
const TURN_SECONDS = 15
const WARM_UP_VISITS = 12 * ROUND
/** So that each client does several visits in a turn, and 64 of them work for most of it. */
const MIN_VISITS_OF_CLIENT = 3

/**
 * The bare engine does the first half of a turn's visits, the service all of them, the bare engine the other half:
 * other work of the machine slows both alike, and both do exactly the same. Turns continue until the service was under
 * load for this many seconds.
 */
export async function takeTurns({ bare, service, load, clients, seconds }: TurnOptions): Promise<Turns> {
  await bare.run(0, WARM_UP_VISITS / 2)
  const warm = await load.run({ from: 0, to: WARM_UP_VISITS, clients })
  const wanted = Math.max(
    MIN_VISITS_OF_CLIENT * clients,
    (WARM_UP_VISITS / warm.ms) * 1000 * Math.min(TURN_SECONDS, seconds),
  )
  const turn = 2 * ROUND * Math.ceil(wanted / 2 / ROUND) // two halves of complete rounds
  const turns: Turns = {
    visits: 0,
    analyses: 0,
    bareMs: 0,
    bareCpuMs: 0,
    serviceCpuMs: 0,
    computeCpuMs: 0,
    reports: [],
    memory: [],
    idle: [],
  }
  const { points, during } = watchTree(service.pid)
  const runBare = async (from: number, to: number) => {
    const cpuBefore = bare.cpuMs()
    const began = performance.now()
    await bare.run(from, to)
    turns.bareMs += performance.now() - began
    turns.bareCpuMs += bare.cpuMs() - cpuBefore
  }
  const underLoad = () => turns.reports.reduce((sum, { ms }) => sum + ms, 0)
  for (let from = WARM_UP_VISITS; underLoad() < seconds * 1000; from += turn) {
    const [middle, to, bareBefore] = [from + turn / 2, from + turn, turns.bareMs]
    await runBare(from, middle)
    const [ownBefore, computeBefore] = [cpuOf(service.pid), childCpuOf(service.pid)]
    const report = await during(() => load.run({ from, to, clients }))
    turns.serviceCpuMs += cpuOf(service.pid) - ownBefore
    turns.computeCpuMs += childCpuOf(service.pid) - computeBefore
    turns.idle.push(readTree(service.pid))
    await runBare(middle, to)
    turns.reports.push(report)
    turns.visits += turn
    turns.analyses += countAnalyses(from, to)
    say(
      `${turn} visits: bare ${((turns.bareMs - bareBefore) / 1000).toFixed(1)} s, service ${(report.ms / 1000).toFixed(1)} s, ${((turns.bareMs - bareBefore) / report.ms).toFixed(3)}x, load average ${loads()}`,
    )
  }
  return { ...turns, memory: points }
}
