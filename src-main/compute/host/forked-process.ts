import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A running process of this program as its owner sees it, however it was started. */
export type ForkedProcess<To, From, End = string> = {
  post(message: To): void
  onMessage(listener: (message: From) => void): void
  /** Called once with the reason, when it has ended or could not be started. */
  onExit(listener: (end: End) => void): void
  kill(): void
}

export type ForkOptions = {
  execArgv: string[]
  env?: NodeJS.ProcessEnv
  /** What it writes to stderr. */
  onNoise(text: string): void
  onStart?(pid: number): void
}

/**
 * Entry file of a process: the source `../worker/entry.ts` beside the folder of the file whose `import.meta.url` is
 * given, or the bundle of this name beside or above a bundled file.
 */
export function findEntry(name: string, from: string): string {
  const bundles = [`./${name}.js`, `../${name}.js`, `./${name}.mjs`, `../${name}.mjs`]
  const candidates = from.endsWith('.ts') ? ['../worker/entry.ts'] : bundles
  const paths = candidates.map((candidate) => fileURLToPath(new URL(candidate, from)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The ${name} process has no entry file: looked for ${paths.join(', ')}.`)
  return found
}

/** Starts a process under Node. Its end is described in a few words. */
export function forkProcess<To extends Serializable, From>(
  entry: string,
  { execArgv, env, onNoise, onStart }: ForkOptions,
): ForkedProcess<To, From> {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(env === undefined ? {} : { env }),
  })
  child.stderr?.setEncoding('utf8').on('data', onNoise)
  unref(child)
  if (child.pid !== undefined) onStart?.(child.pid)
  return {
    post(message) {
      // `onExit` reports a process that has ended or never started.
      if (child.connected) child.send(message, () => undefined)
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as From)),
    onExit: (listener) => onceEnded(child, listener),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** A waiting process must not keep its owner alive; running work does so by other means. */
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
  child.on('error', (error) => end(error.message))
  // Unlike `exit`, `close` comes after the last output to stderr.
  child.once('close', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`))
}
