import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MEMORY_MARK } from '../memory-mark.ts'
import type { FromCompute, ToCompute } from '../protocol.ts'

/** A running compute process as its owner sees it, however it was started. */
export type ComputeProcess = {
  post(message: ToCompute): void
  onMessage(listener: (message: FromCompute) => void): void
  /** Called once, when it has ended or could not be started. */
  onExit(listener: (end: ProcessEnd) => void): void
  kill(): void
}

/** How a process ended, in a few words, and whether it ended itself because it held too much memory. */
export type ProcessEnd = { how: string; isOutOfMemory: boolean }

/** Starts a compute process from its entry file. In Electron's main process this is built on `utilityProcess.fork`. */
export type ForkCompute = (entry: string) => ComputeProcess

/**
 * Where the compute process begins: the source beside this file, or the bundle `compute.js` beside or above a bundled
 * file.
 */
export function computeEntry(): string {
  const candidates = import.meta.url.endsWith('.ts')
    ? ['../worker/entry.ts']
    : ['./compute.js', '../compute.js', './compute.mjs', '../compute.mjs']
  const paths = candidates.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The compute process has no entry file: looked for ${paths.join(', ')}.`)
  return found
}

/** Starts a compute process under Node. What it writes to stderr goes to `onNoise`; `onStart` gets its process id. */
export function forkNode(
  entry: string,
  onNoise: (text: string) => void = () => undefined,
  onStart: (pid: number) => void = () => undefined,
): ComputeProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    // Pictures live outside the heap, and V8 answers each few of them with incremental marking: a fifth of all
    // processor time.
    // Nobody waits on this process for a frame, so whole collections, far fewer of them, are cheaper. A small nursery
    // costs no time here and keeps a hundred megabytes of dead pictures from waiting in it.
    execArgv: ['--no-incremental-marking', '--max-semi-space-size=4', '--max-old-space-size=1024'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Many malloc arenas keep what libvips' threads gave back.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  })
  let isOutOfMemory = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    isOutOfMemory ||= text.includes(MEMORY_MARK)
    onNoise(text)
  })
  unref(child)
  if (child.pid !== undefined) onStart(child.pid)
  return {
    post(message) {
      // One that is gone, or was never there, says so through `onExit`.
      if (child.connected) child.send(message, () => undefined)
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromCompute)),
    onExit: (listener) => onceEnded(child, (how) => listener({ how, isOutOfMemory })),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Work under way keeps the owner alive by other means; a process that waits must not. */
function unref(child: ReturnType<typeof fork>): void {
  child.unref()
  child.channel?.unref()
  const stderr = child.stderr as (NodeJS.ReadableStream & { unref?(): void }) | null
  stderr?.unref?.()
}

function onceEnded(child: ReturnType<typeof fork>, listener: (how: string) => void): void {
  let hasEnded = false
  const end = (how: string) => {
    if (hasEnded) return
    hasEnded = true
    listener(how)
  }
  child.on('error', (error) => end(error.message))
  // Unlike `exit`, it comes after the last that was written to stderr.
  child.once('close', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`))
}
