import { spawn } from 'node:child_process'

const KEPT_CHARACTERS = 20_000

/**
 * Runs a program to its end. `quiet` keeps its output (returned as `output`) instead of showing it.
 * Resolves with the exit code; a program that cannot be started has code 127.
 */
export function runProgram(command, args, { cwd, env, quiet = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, shell, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    let output = ''
    const keep = (chunk) => { output = (output + chunk).slice(-KEPT_CHARACTERS) }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const stopForwarding = forwardSignals(child)
    child.on('error', (error) => { stopForwarding(); resolve({ code: 127, output: `${output}${error.message}` }) })
    child.on('close', (code, signal) => { stopForwarding(); resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output }) })
  })
}

/** A terminal sends Ctrl+C to both; other senders reach only this process, so the signal is handed on. */
function forwardSignals(child) {
  const handlers = ['SIGINT', 'SIGTERM'].map((signal) => [signal, () => child.kill(signal)])
  for (const [signal, handler] of handlers) process.on(signal, handler)
  return () => { for (const [signal, handler] of handlers) process.off(signal, handler) }
}

/** The last lines of a program's output, for a message. */
export const lastLines = (output, count = 15) => output.trimEnd().split('\n').slice(-count).join('\n')
