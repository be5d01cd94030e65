import { EventEmitter, once } from 'node:events'
import { Writable } from 'node:stream'
import { runCli } from '../../../src-main/shells/cli/run-cli.ts'
import type { CliResult } from './run-cli.ts'

/** Runs a command to its end as the program does after its start, but in this process; `dataDir` holds its data. */
export const runHere = (dataDir: string, ...args: string[]): Promise<CliResult> => beginHere(dataDir, args).ended

/** A command that runs in this process. */
export type CommandHere = {
  ended: Promise<CliResult>
  /** What Ctrl+C or a request to end does. */
  signal(name: 'SIGINT' | 'SIGTERM'): void
  /** Resolves with the first match in what it prints; rejects when it ends without one. */
  printed(pattern: RegExp): Promise<string>
}

/** Begins a command in this process. What it changes of the process is put back at its end. */
export function beginHere(dataDir: string, args: readonly string[], { cwd = process.cwd() } = {}): CommandHere {
  const [stdout, stderr, signals] = [new Printed(), new Printed(), new EventEmitter()]
  const env = { ...process.env, LUMAFOLD_DATA_DIR: dataDir }
  const exited = Promise.withResolvers<number>()
  const umask = process.umask()
  const run = runCli(args, { stdout, stderr, env, cwd, signals, exit: exited.resolve })
  const ended = Promise.race([run, exited.promise])
    .finally(() => process.umask(umask))
    .then((code) => ({ code, stdout: stdout.text, stderr: stderr.text }))
  return {
    ended,
    signal: (name) => void signals.emit(name),
    async printed(pattern) {
      for (let isOver = false; ; await Promise.race([once(stdout, 'printed'), once(stderr, 'printed'), ended])) {
        const match = pattern.exec(stdout.text + stderr.text)
        if (match) return match[0]
        if (isOver) throw new Error(`ended without printing ${pattern}: ${stdout.text}${stderr.text}`)
        isOver = await isSettled(ended)
      }
    },
  }
}

class Printed extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.emit('printed')
    done()
  }
}

const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), Promise.resolve(false)])
