import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryDir } from '../../fixtures/folders.ts'

const urlOf = (name: string) => JSON.stringify(pathToFileURL(join(repositoryDir, 'build/setup', name)).href)

/**
 * A program that runs another one like the command line, below a process in place of npm's shell; returns the innermost
 * one's number.
 */
async function startBelow(environment: Record<string, string>) {
  const runner = `
    const { endWithNpm } = await import(${urlOf('end-with-npm.mjs')})
    const { runProgram } = await import(${urlOf('run-program.mjs')})
    await runProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(process.pid)'], { onStart: endWithNpm })`
  const shell = `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', process.argv[1]], { stdio: 'inherit' })`
  const { npm_command: _npm, ...rest } = process.env
  const parent = spawn(process.execPath, ['-e', shell, runner], {
    env: { ...rest, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(String(line))
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  return { parent, pid }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a process started by npx ends when npx does, although its shell forwards no signal', async () => {
  const { parent, pid } = await startBelow({ npm_command: 'exec' })
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a process started by a person survives its shell', { tags: 'night' }, async () => {
  const byPerson = await startBelow({})
  const byNpx = await startBelow({ npm_command: 'exec' })
  byPerson.parent.kill('SIGKILL')
  await once(byPerson.parent, 'exit')
  byNpx.parent.kill('SIGKILL')
  await expect.poll(() => isAlive(byNpx.pid)).toBe(false)
  expect(isAlive(byPerson.pid)).toBe(true)
})
