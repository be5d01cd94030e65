import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acquireLibraryLock } from '../../../../src-main/library/safety/lock/library-lock.ts'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'

/** Another process that takes the lock and keeps it. */
async function startOwner(libraryDir: string) {
  const lock = join(repositoryDir, 'src-main/library/safety/lock/library-lock.ts')
  const code = `const { acquireLibraryLock } = await import(${JSON.stringify(lock)}); acquireLibraryLock(${JSON.stringify(libraryDir)}, { owner: 'other window' }); console.log('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test("a second process is refused with the first's name and number, and admitted once that was killed", async () => {
  const libraryDir = join(tempFolder('lock'), 'library')
  const child = await startOwner(libraryDir)
  expect(() => acquireLibraryLock(libraryDir, { owner: 'test' })).toThrow(
    expect.objectContaining({
      code: 'library-in-use',
      message: expect.stringMatching(new RegExp(`other window \\(process ${child.pid}\\)`)) as string,
    }),
  )

  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = acquireLibraryLock(libraryDir, { owner: 'test' })
  expect(() => acquireLibraryLock(libraryDir, { owner: 'late' })).toThrow(`test (process ${process.pid})`)
  lock.release()
  acquireLibraryLock(libraryDir, { owner: 'late' }).release()
})

test('of many simultaneous processes, one gets the library', { tags: 'night' }, async () => {
  const libraryDir = join(tempFolder('lock'), 'library')
  const lock = JSON.stringify(join(repositoryDir, 'src-main/library/safety/lock/library-lock.ts'))
  const code = `const { acquireLibraryLock } = await import(${lock}); try { acquireLibraryLock(${JSON.stringify(libraryDir)}, { owner: 'one of many' }); console.log('taken') } catch (error) { console.log(error.code) } process.stdin.resume()`
  const answers = Array.from({ length: 4 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return String((await once(child.stdout, 'data'))[0]).trim()
  })
  expect((await Promise.all(answers)).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'library-in-use'),
    'taken',
  ])
})

const old = (changes: object) =>
  JSON.stringify({ pid: process.pid, owner: 'earlier', host: hostname(), started: null, address: null, ...changes })

test.each([
  ['half-written', 'not json'],
  ['of a process that is gone', old({ pid: 2 ** 22 + 1 })],
  ['with a process number that is used again', old({})],
  ['of a host that has another name now', old({ host: 'the old name' })],
])("an earlier version's lock %s blocks nobody and is deleted", async (_what, text) => {
  const libraryDir = join(tempFolder('lock'), 'library')
  await mkdir(join(libraryDir, 'library.lock.guard'), { recursive: true })
  const future = new Date(Date.now() + 3_600_000)
  await utimes(join(libraryDir, 'library.lock.guard'), future, future)
  await writeFile(join(libraryDir, 'library.lock'), text)
  acquireLibraryLock(libraryDir, { owner: 'test' }).release()
  expect(await readdir(libraryDir)).toEqual(['owner.lock'])
})

test('of two processes on one library, the second is refused, harms nothing, and may open it afterwards', async () => {
  const { libraryDir } = makeLibrary()
  const first = await openTestLibrary(libraryDir, { owner: 'first' })
  await expect(openTestLibrary(libraryDir)).rejects.toMatchObject({
    code: 'library-in-use',
    message: expect.stringContaining('first') as string,
  })
  expect(await first.library.calls.library.info()).toMatchObject({ photoCount: 0 })
  await first.library.close()
  const second = await openTestLibrary(libraryDir)
  expect(await second.library.calls.folders.list()).toEqual([])
})
