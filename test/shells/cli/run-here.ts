import { EventEmitter, once } from 'node:events'
import { Writable } from 'node:stream'
import { runCli } from '../../../src-main/shells/cli/run-cli.ts'
import type { CliResult } from './run-cli.ts'

/** Runs a command to its end as the program does after its start, but in this process; `dataDir` holds its data. */
export const runHere = (dataDir: string, ...args: string[]): Promise<CliResult> => beginHere(dataDir, args).ended

/** A command that runs in this process. */
export type CommandHere = {
  ended: Promise<CliResult>
  /** Like Ctrl+C or a request to end. */
  signal(name: 'SIGINT' | 'SIGTERM'): void
  /** Asks it to end and waits for that; for `onTestFinished`, so that a failing test leaves nothing running. */
  stop(): Promise<CliResult>
  /** Resolves with the first match in its output; rejects when it ends without one. */
  printed(pattern: RegExp): Promise<string>
}

/** The one that every run must restore: services set their own. */
const umask = process.umask()

/** Starts a command in this process. */
export function beginHere(dataDir: string, args: readonly string[], { cwd = process.cwd() } = {}): CommandHere {
  const [messages, signals] = [new EventEmitter(), new EventEmitter()]
  const [stdout, stderr] = [new Printed(messages), new Printed(messages)]
  const exited = Promise.withResolvers<number>()
  let isOver = false
  const env = { ...process.env, LUMAFOLD_DATA_DIR: dataDir }
  const run = runCli(args, { stdout, stderr, env, cwd, signals, exit: exited.resolve })
  const ended = Promise.race([run, exited.promise]).then((code) => {
    process.umask(umask)
    isOver = true
    messages.emit('more')
    return { code, stdout: stdout.text, stderr: stderr.text }
  })
  return {
    ended,
    signal: (name) => void signals.emit(name),
    stop() {
      signals.emit('SIGTERM')
      return ended
    },
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(stdout.text + stderr.text)
        if (match) return match[0]
        if (isOver) throw new Error(`ended without printing ${pattern}: ${stdout.text}${stderr.text}`)
        await once(messages, 'more')
      }
    },
  }
}

class Printed extends Writable {
  readonly #messages: EventEmitter
  text = ''

  constructor(messages: EventEmitter) {
    super()
    this.#messages = messages
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.#messages.emit('more')
    done()
  }
}
