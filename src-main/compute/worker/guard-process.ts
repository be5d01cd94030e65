import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { MEMORY_MARK, REPORT_MS, USED_MARK } from '../marks.ts'

/**
 * Ends this process when it holds too much memory while it works, or its owner is gone, and tells its owner what time
 * it used.
 */
export type ProcessGuard = {
  /** Looks until the work is done. */
  during<T>(work: () => Promise<T>): Promise<T>
}

type WatchData = {
  running: Int32Array
  /** The process that started this one; another one takes its place once it is gone, but on Windows. */
  ownerPid: number
  mostBytes: number
  /** What the system lets the process have beyond that. */
  roomBytes: number
  everyMs: number
  looksPerReport: number
  memoryMark: string
  usedMark: string
}

/** Decoders fill about 3 MB a millisecond. */
const LOOK_EVERY_MS = 20
/** Between -1000 and 1000: how readily Linux ends a process when the whole machine has no memory left. */
const OOM_SCORE = 600
/** What the system lets a process have beyond the limit that it keeps itself: address space is never used whole. */
const ROOM_BYTES = 512 * 1024 * 1024

/**
 * Watches this process from a thread of its own, since a decoder or a model may keep the main thread busy for seconds,
 * or for ever, and it hears of nothing meanwhile, not even that its owner is gone.
 * What a file needs is estimated before it is decoded; this is for files that lie, and for faults of decoders. Where
 * the system can hold the process to a limit it does, for memory that is filled faster than the thread looks.
 */
export function guardProcess(mostBytes: number): ProcessGuard {
  offerToEndFirst()
  const running = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WatchData = {
    running,
    ownerPid: process.ppid,
    mostBytes,
    roomBytes: ROOM_BYTES,
    everyMs: LOOK_EVERY_MS,
    looksPerReport: REPORT_MS / LOOK_EVERY_MS,
    memoryMark: MEMORY_MARK,
    usedMark: USED_MARK,
  }
  // As text, since a thread in a file of its own would need an entry in every bundle, and this file would load sharp.
  new Worker(`(${limitData.toString()})();(${watchProcess.toString()})()`, { eval: true, workerData }).unref()
  return {
    async during(work) {
      if (Atomics.add(running, 0, 1) === 0) Atomics.notify(running, 0)
      try {
        return await work()
      } finally {
        Atomics.sub(running, 0, 1)
      }
    },
  }
}

/** Runs in the thread, which knows nothing but what is in this function; sleeps while nothing is worked on. */
function watchProcess(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const { writeSync } = process.getBuiltinModule('node:fs')
  const { running, ownerPid, mostBytes, everyMs, looksPerReport, memoryMark, usedMark } = workerData as WatchData
  const pause = new Int32Array(new SharedArrayBuffer(4))
  const tell = (line: string) => {
    try {
      writeSync(2, `${line}\n`)
    } catch {
      // An owner that does not read now gets the next line.
    }
  }
  const tellUsed = () => {
    const { user, system } = process.cpuUsage()
    tell(`${usedMark}${Math.round((user + system) / 1000)}`)
  }
  for (let looks = 1; ; looks++) {
    Atomics.wait(running, 0, 0)
    if (process.ppid !== ownerPid) process.kill(process.pid, 'SIGKILL')
    if (process.memoryUsage.rss() > mostBytes) {
      tell(memoryMark)
      process.kill(process.pid, 'SIGKILL')
    }
    if (looks % looksPerReport === 0) tellUsed()
    Atomics.wait(pause, 0, 0, everyMs)
  }
}

/** A machine without memory then loses one photo's process, and neither the library nor other programs. */
function offerToEndFirst(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', `${OOM_SCORE}`)
  } catch {
    // Some containers do not permit it; nothing depends on it.
  }
}

/**
 * Has Linux refuse this process memory of its own beyond what it has and `mostBytes` more, with some room: the kernel
 * counts address space that may be written to (RLIMIT_DATA), of which V8 takes a gigabyte at the start. Runs in the
 * thread too, since that takes a part of it.
 */
function limitData(): void {
  if (process.platform !== 'linux') return
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const { mostBytes, roomBytes } = workerData as WatchData
  try {
    const kilobytes = Number(/^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
    const limit = kilobytes * 1024 + mostBytes + roomBytes
    execFileSync('prlimit', ['--pid', `${process.pid}`, `--data=${limit}:${limit}`], { stdio: 'ignore' })
  } catch {
    // Not every system has the program, and some containers do not permit it: the thread watches alone.
  }
}
