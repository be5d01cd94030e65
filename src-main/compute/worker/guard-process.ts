import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { MEMORY_MARK, REPORT_MS, USED_MARK } from '../marks.ts'

/**
 * Ends this process when it holds too much memory while it works, or when its owner has ended. Reports used processor
 * time to the owner.
 */
export type ProcessGuard = {
  /** Watches until the work is done. */
  during<T>(work: () => Promise<T>): Promise<T>
}

type WatchData = {
  running: Int32Array
  /** The process that started this one. After it has ended, another process takes its place, except on Windows. */
  ownerPid: number
  maxBytes: number
  /** What the system grants the process beyond that. */
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
/** What the system grants a process beyond its own limit: a process never uses its whole address space. */
const ROOM_BYTES = 512 * 1024 * 1024

/**
 * Watches this process from its own thread. A decoder or a model may keep the main thread busy for seconds, or for
 * ever, and that thread would not even notice that its owner has ended.
 * What a file needs is estimated before it is decoded; this guards against files that lie, and against faults of
 * decoders. If the system can enforce a limit, it does, for memory that fills faster than the thread checks.
 */
export function guardProcess(maxBytes: number): ProcessGuard {
  offerToEndFirst()
  const running = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WatchData = {
    running,
    ownerPid: process.ppid,
    maxBytes,
    roomBytes: ROOM_BYTES,
    everyMs: LOOK_EVERY_MS,
    looksPerReport: REPORT_MS / LOOK_EVERY_MS,
    memoryMark: MEMORY_MARK,
    usedMark: USED_MARK,
  }
  // As text, since a thread with its own file would need an entry in every bundle, and this file would load sharp.
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

/** Runs in the thread, which sees only what is in this function; sleeps while there is no work. */
function watchProcess(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const { writeSync } = process.getBuiltinModule('node:fs')
  const { running, ownerPid, maxBytes, everyMs, looksPerReport, memoryMark, usedMark } = workerData as WatchData
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
    if (process.memoryUsage.rss() > maxBytes) {
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
 * Makes Linux refuse this process more memory than it has now, plus `maxBytes` and some room. The kernel counts
 * writable address space (RLIMIT_DATA), of which V8 takes a gigabyte at the start. Runs in the thread, since the thread
 * takes a part of it, too.
 */
function limitData(): void {
  if (process.platform !== 'linux') return
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const { maxBytes, roomBytes } = workerData as WatchData
  try {
    const kilobytes = Number(/^VmData:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
    const limit = kilobytes * 1024 + maxBytes + roomBytes
    execFileSync('prlimit', ['--pid', `${process.pid}`, `--data=${limit}:${limit}`], { stdio: 'ignore' })
  } catch {
    // Not every system has the program, and some containers forbid it: then the thread watches alone.
  }
}
