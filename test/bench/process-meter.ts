import { readdirSync, readFileSync } from 'node:fs'

type Usage = { cpuMs: number; bytes: number }
export type Meter = { /** CPU milliseconds of this process and all it started, so far. */ cpuMs(): number; /** Most memory of all of them together, in bytes. */ peakBytes(): number; stop(): void }

const TICK_MS = 10
const PAGE = 4096

function read(pid: number): (Usage & { parent: number }) | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number)
    return { parent: fields[1]!, cpuMs: (fields[11]! + fields[12]!) * TICK_MS, bytes: fields[21]! * PAGE }
  } catch {
    return null // The process ended between listing and looking.
  }
}

/** This process and all below it. */
function family(): Map<number, Usage> {
  const all = new Map<number, Usage & { parent: number }>()
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? read(Number(name)) : null
    if (usage !== null) all.set(Number(name), usage)
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (all.has(pid) && isOurs(all.get(pid)!.parent))
  return new Map([...all].filter(([pid]) => isOurs(pid)))
}

/** Measures processor time and resident memory on Linux, looking ten times a second. Shared pages count in each process. */
export function startMeter(): Meter {
  const last = new Map<number, number>()
  const first = new Map<number, number>()
  let peak = 0
  const look = () => {
    let bytes = 0
    for (const [pid, usage] of family()) {
      if (!first.has(pid)) first.set(pid, pid === process.pid || last.size === 0 ? usage.cpuMs : 0)
      last.set(pid, usage.cpuMs)
      bytes += usage.bytes
    }
    peak = Math.max(peak, bytes)
  }
  look()
  const timer = setInterval(look, 100)
  return {
    cpuMs() {
      look()
      return [...last].reduce((sum, [pid, cpu]) => sum + cpu - (first.get(pid) ?? 0), 0)
    },
    peakBytes: () => peak,
    stop: () => clearInterval(timer),
  }
}
