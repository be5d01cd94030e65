import { readdirSync, readFileSync } from 'node:fs'

/**
 * The memory of a process and all its descendants at one moment, in bytes; shared pages are divided among the
 * processes.
 */
export type TreeState = { rootBytes: number; childBytes: number; processes: number; handles: number }
export type MemoryPoint = TreeState & { /** Seconds under load since the first point. */ seconds: number }

const KIB = 1024
const TICK_MS = 10

/** Samples a process tree on Linux. */
export function readTree(root: number): TreeState {
  const members = membersOf(root)
  const children = members.filter((pid) => pid !== root)
  return {
    rootBytes: shareOf(root),
    childBytes: children.reduce((sum, pid) => sum + shareOf(pid), 0),
    processes: members.length,
    handles: members.reduce((sum, pid) => sum + handlesOf(pid), 0),
  }
}

/** Processor milliseconds that a process has used up to now. */
export const cpuOf = (pid: number): number => statOf(pid).ownMs

/** The same for all its descendants; ended ones are in their parent's count. */
export function childCpuOf(root: number): number {
  return membersOf(root).reduce((sum, pid) => sum + statOf(pid).endedMs + (pid === root ? 0 : statOf(pid).ownMs), 0)
}

function membersOf(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(Number(name)).parent]),
  )
  const isOurs = (pid: number): boolean => pid === root || (parents.get(pid) !== undefined && isOurs(parents.get(pid)!))
  return [...parents.keys()].filter(isOurs)
}

function statOf(pid: number): { parent: number | undefined; ownMs: number; endedMs: number } {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (stat === '') return { parent: undefined, ownMs: 0, endedMs: 0 }
  return {
    parent: fields[1]!,
    ownMs: (fields[11]! + fields[12]!) * TICK_MS,
    endedMs: (fields[13]! + fields[14]!) * TICK_MS,
  }
}

const shareOf = (pid: number) => KIB * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0 // it ended meanwhile
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process ended between listing and reading
  }
}

/** Samples once a second while the service is under load; turns of the bare engine between are left out. */
export function watchTree(root: number) {
  const points: MemoryPoint[] = []
  let before = 0
  return {
    points,
    async during<T>(work: () => Promise<T>): Promise<T> {
      const began = performance.now()
      const seconds = () => before + (performance.now() - began) / 1000
      const timer = setInterval(() => points.push({ ...readTree(root), seconds: seconds() }), 1000)
      try {
        return await work()
      } finally {
        clearInterval(timer)
        before = seconds()
      }
    },
  }
}
