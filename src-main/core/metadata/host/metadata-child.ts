import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FromMetadata, ToMetadata } from '../worker/protocol.ts'

/** A running metadata process as the library sees it. */
export type MetadataChild = {
  post(message: ToMetadata): void
  onMessage(listener: (message: FromMetadata) => void): void
  /** Called once, with a few words about how it ended. */
  onExit(listener: (how: string) => void): void
  kill(): void
}

/** Most memory in megabytes for what the process parses. Reading a batch of ordinary photos takes 20. */
const HEAP_MB = 256

/**
 * Where the metadata process begins: the source beside this file, or the bundle `metadata.js` beside or above a bundled
 * file.
 */
export function metadataEntry(): string {
  const candidates = import.meta.url.endsWith('.ts') ? ['../worker/entry.ts'] : ['./metadata.js', '../metadata.js']
  const paths = candidates.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The metadata process has no entry file: looked for ${paths.join(', ')}.`)
  return found
}

/** Starts a metadata process. What it writes to stderr goes to `onNoise`. */
export function forkMetadata(entry: string, onNoise: (text: string) => void): MetadataChild {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.stderr?.setEncoding('utf8').on('data', onNoise)
  unref(child)
  return {
    post: (message) => void child.send(message, () => undefined), // a process that is gone says so through `exit`
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromMetadata)),
    onExit: (listener) => onceEnded(child, listener),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** A batch under way keeps the library alive by its timer; a process that waits must not. */
function unref(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  const stderr = child.stderr as (NodeJS.ReadableStream & { unref?(): void }) | null
  stderr?.unref?.()
}

function onceEnded(child: ChildProcess, listener: (how: string) => void): void {
  let hasEnded = false
  const end = (how: string) => {
    if (hasEnded) return
    hasEnded = true
    listener(how)
  }
  child.once('error', (error) => end(error.message))
  child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`))
}
