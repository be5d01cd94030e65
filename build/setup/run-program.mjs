import { spawn } from 'node:child_process'

const KEPT_CHARACTERS = 20_000

/**
 * Runs a program to its end. `quiet` keeps its output (returned as `output`) instead of showing it. `onStart` receives
 * the process and may return a function to call at its end. Resolves with the exit code; 127 if the program cannot be
 * started.
 */
export function runProgram(command, args, { cwd, env, quiet = false, shell = false, onStart } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      shell,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const endings = [forwardSignals(child), onStart?.(child)]
    const end = () => {
      for (const work of endings.splice(0)) work?.()
    }
    child.on('error', (error) => {
      end()
      resolve({ code: 127, output: `${output}${error.message}` })
    })
    child.on('close', (code, signal) => {
      end()
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output })
    })
  })
}

/**
 * Forwards signals that reached only this process. A terminal sends Ctrl+C to the child as well, which must not receive
 * it twice; this process then waits for the child to end in order.
 */
function forwardSignals(child) {
  const isSentToBoth = (signal) => signal === 'SIGINT' && process.stdin.isTTY
  const handlers = ['SIGINT', 'SIGTERM'].map((signal) => [signal, () => isSentToBoth(signal) || child.kill(signal)])
  for (const [signal, handler] of handlers) process.on(signal, handler)
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

/** The last lines of a program's output, for a message. */
export const lastLines = (output, count = 15) => output.trimEnd().split('\n').slice(-count).join('\n')
