import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../../fixtures/folders.ts'

export type CliResult = { code: number | null; stdout: string; stderr: string }

/**
 * Starts the program from its sources, with its own data folder: for effects of a separate program. A command alone is
 * cheaper to test with `runHere`.
 */
export function startCli(dataDir: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(repositoryDir, 'src-main/shells/cli/main.ts'), ...args],
    {
      env: { ...process.env, LUMAFOLD_DATA_DIR: dataDir, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

/** Runs the program to its end. */
export function runCli(dataDir: string, ...args: string[]): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = startCli(dataDir, args)
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr?.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Resolves with the first match in a running command's output; rejects when it ends without one. */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = ''
    const check = (chunk: unknown) => {
      seen += String(chunk)
      const match = pattern.exec(seen)
      if (match) resolve(match[0])
    }
    child.stdout?.on('data', check)
    child.stderr?.on('data', check)
    child.on('close', () => reject(new Error(`ended without printing ${pattern}: ${seen}`)))
  })
}

/** Resolves with the exit code when a running command has ended. */
export function waitForEnd(child: ChildProcess): Promise<number | null> {
  return child.exitCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.on('close', resolve))
}
