import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdLock } from '../../../src-main/base/sqlite/hold-lock.ts'
import { repositoryDir, tempFolder } from '../../fixtures/folders.ts'

const take = (path: string, name = 'test') =>
  holdLock({ path, name, refusal: (owner) => `The thing is in use by ${inEnglish(owner)}.` })

const lockIn = (folder: string) => join(folder, 'a.lock')

/** Another process that takes the lock and keeps it, with garbage collected meanwhile. */
async function startOwner(path: string) {
  const module = JSON.stringify(join(repositoryDir, 'src-main/base/sqlite/hold-lock.ts'))
  const options = JSON.stringify({ path, name: 'other window', address: 'http://localhost:1' })
  const code = `const { holdLock } = await import(${module}); holdLock({ ...${options}, refusal: String }); gc(); await new Promise((done) => setTimeout(done, 50)); gc(); console.log('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

const owner = (changes: object) =>
  JSON.stringify({ name: 'earlier', pid: process.pid, host: hostname(), since: '2026-01-01T00:00:00Z', ...changes })

test(
  'a live owner excludes others and is named with process, time and address; killed, it blocks nobody',
  { tags: 'night' },
  async () => {
    const path = lockIn(tempFolder())
    const child = await startOwner(path)
    expect(() => take(path)).toThrow(
      expect.objectContaining({
        code: 'library-in-use',
        message: expect.stringMatching(
          new RegExp(`other window \\(process ${child.pid}\\) since \\d{4}-.* UTC at http://localhost:1\\.$`),
        ) as string,
      }),
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    take(path).release()
  },
)

test.each([
  ['of another host', owner({ host: 'elsewhere' })],
  ['with the number of a process that runs', owner({ pid: process.ppid })],
  ['with the number of this process', owner({})],
  ['from the future', owner({ since: '2999-01-01T00:00:00Z' })],
  ['that is half-written', '{"name":'],
  ['with fields of another version', '{"owner":"x"}'],
])('a description left behind %s locks nobody out', (_what, text) => {
  const path = lockIn(tempFolder())
  take(path).release()
  writeFileSync(`${path}.json`, text)
  const lock = take(path, 'me')
  expect(JSON.parse(readFileSync(`${path}.json`, 'utf8'))).toMatchObject({ name: 'me', pid: process.pid })
  lock.release()
})

test.each([
  ['of another host', owner({ host: 'elsewhere' }), /earlier \(process \d+\) since .* on elsewhere/],
  ['with the number of a process that is gone', owner({ pid: 2 ** 22 + 1 }), /process 4194305/],
  ['from the future', owner({ since: '2999-01-01T00:00:00Z' }), /since 2999-01-01 00:00 UTC/],
  ['that cannot be read', 'not json', /in use by another process/],
])(
  'whatever the description contains, a live owner excludes others: one %s',
  { tags: 'night' },
  async (_what, text, message) => {
    const path = lockIn(tempFolder())
    await startOwner(path)
    writeFileSync(`${path}.json`, text)
    expect(() => take(path)).toThrow(message)
  },
)

test('the same process cannot take a lock twice; released, it may be taken again', () => {
  const path = join(tempFolder(), 'new folder', 'a.lock')
  const lock = take(path)
  expect(() => take(path)).toThrow(expect.objectContaining({ code: 'library-in-use' }))
  lock.release()
  lock.release()
  expect(existsSync(`${path}.json`)).toBe(false)
  take(path).release()
})

test('a second release does not affect the next owner', () => {
  const path = lockIn(tempFolder())
  const first = take(path)
  first.release()
  const second = take(path, 'second')
  first.release()
  expect(() => take(path)).toThrow('second')
  second.release()
})

test('a process that ends properly removes its description', async () => {
  const folder = tempFolder()
  const module = JSON.stringify(join(repositoryDir, 'src-main/base/sqlite/hold-lock.ts'))
  const code = `const { holdLock } = await import(${module}); holdLock({ path: ${JSON.stringify(lockIn(folder))}, name: 'short', refusal: String })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(readdirSync(folder)).toEqual(['a.lock'])
})

test('a path that is not a lock file is reported as such, and not as a lock', () => {
  const path = lockIn(tempFolder())
  writeFileSync(path, 'some text of another program '.repeat(10))
  expect(() => take(path)).toThrow(/not a database/)
})
