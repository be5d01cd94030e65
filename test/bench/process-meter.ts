import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

type Usage = { cpuMs: number; bytes: number }
export type ProcessShare = { program: string; bytes: number }
export type Meter = {
  /** CPU milliseconds of the process and all it started since the meter was started. */
  cpuMs(): number
  /** Peak memory of all of them together, in bytes; shared pages count in each. */
  peakBytes(): number
  /** The same with shared pages divided among the processes that share them, sampled twice a second. */
  peakShareBytes(): number
  /** Each process's part of that peak, by the name of its program. */
  peakShares(): readonly ProcessShare[]
  /** The current number of processes. */
  processes(): number
  stop(): void
}

const TICK_MS = 10
const PAGE = 4096
const POLL_MS = 100
/** Adding up shares walks through all pages, so only every fifth sample does it. */
const POLLS_A_SHARE = 5

function read(pid: number): (Usage & { parent: number }) | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    if (stat.includes(') Z ')) return null // It ended, and only its number is left.
    return { parent: fields[1]!, cpuMs: (fields[11]! + fields[12]!) * TICK_MS, bytes: fields[21]! * PAGE }
  } catch {
    return null // The process ended between listing and reading.
  }
}

function readShare(pid: number): number {
  try {
    return 1024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The file that a Node process runs, or else its command. */
function programOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return basename(words.find((word) => /\.[mc]?[jt]s$/.test(word)) ?? words[0]!)
  } catch {
    return 'ended'
  }
}

/** The process and all below it. */
function family(root: number): Map<number, Usage> {
  const all = new Map<number, Usage & { parent: number }>()
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? read(Number(name)) : null
    if (usage !== null) all.set(Number(name), usage)
  }
  const isOurs = (pid: number): boolean => pid === root || (all.has(pid) && isOurs(all.get(pid)!.parent))
  return new Map([...all].filter(([pid]) => isOurs(pid)))
}

/**
 * Measures processor time and memory of a process and its children on Linux, ten times a second. By default this
 * process.
 */
export function startMeter(root: number = process.pid): Meter {
  const last = new Map<number, number>()
  const first = new Map<number, number>()
  const peaks: { bytes: number; shares: number; parts: ProcessShare[] } = { bytes: 0, shares: 0, parts: [] }
  let isStarted = false
  let polls = 0
  const poll = () => {
    const members = family(root)
    for (const [pid, usage] of members) {
      if (!first.has(pid)) first.set(pid, isStarted ? 0 : usage.cpuMs)
      last.set(pid, usage.cpuMs)
    }
    isStarted = true
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    peaks.bytes = Math.max(peaks.bytes, sum([...members.values()].map(({ bytes }) => bytes)))
    if (polls++ % POLLS_A_SHARE === 0) {
      const parts = [...members.keys()].map((pid) => ({ program: programOf(pid), bytes: readShare(pid) }))
      const shares = sum(parts.map(({ bytes }) => bytes))
      if (shares > peaks.shares) Object.assign(peaks, { shares, parts })
    }
  }
  poll()
  const timer = setInterval(poll, POLL_MS)
  return {
    cpuMs() {
      poll()
      return [...last].reduce((total, [pid, cpu]) => total + cpu - (first.get(pid) ?? 0), 0)
    },
    peakBytes: () => peaks.bytes,
    peakShareBytes: () => peaks.shares,
    peakShares: () => peaks.parts,
    processes: () => family(root).size,
    stop: () => clearInterval(timer),
  }
}
