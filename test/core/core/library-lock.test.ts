import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile, mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acquireLibraryLock, readLibraryOwner } from '../../../src-main/core/lock/library-lock.ts'
import { repositoryDir, tempFolder } from '../../fixtures/folders.ts'
import { makeLibrary, openCore } from './open-core.ts'

/** Another process that takes the lock and keeps it. */
async function startOwner(libraryDir: string) {
  const lock = join(repositoryDir, 'src-main/core/lock/library-lock.ts')
  const code = `const { acquireLibraryLock } = await import(${JSON.stringify(lock)}); await acquireLibraryLock(${JSON.stringify(libraryDir)}, { owner: 'other window' }); console.log('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a second process is refused with the name and number of the first, and let in at once when that was killed', async () => {
  const libraryDir = join(tempFolder('lock'), 'library')
  const child = await startOwner(libraryDir)
  expect(await readLibraryOwner(libraryDir)).toMatchObject({ pid: child.pid, owner: 'other window' })
  await expect(acquireLibraryLock(libraryDir, { owner: 'test' })).rejects.toMatchObject({
    code: 'library-in-use',
    message: expect.stringMatching(new RegExp(`other window \\(process ${child.pid}\\)`)) as string,
  })

  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await acquireLibraryLock(libraryDir, { owner: 'test' })
  expect(await readLibraryOwner(libraryDir)).toMatchObject({ pid: process.pid, owner: 'test' })
  await lock.release()
  expect(await readLibraryOwner(libraryDir)).toBeNull()
})

test('of many that come at once, one gets the library', async () => {
  const libraryDir = join(tempFolder('lock'), 'library')
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, (_, at) => acquireLibraryLock(libraryDir, { owner: `try ${at}` })),
  )
  expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
})

test.each([
  ['a half-written lock', 'not json'],
  [
    'the lock of a process that is gone',
    JSON.stringify({ pid: 2 ** 22 + 1, owner: 'gone', host: hostname(), started: null, address: null }),
  ],
  [
    'the lock of an earlier process with the same number',
    JSON.stringify({ pid: process.pid, owner: 'earlier', host: hostname(), started: 'long ago', address: null }),
  ],
])('%s holds nobody up', async (title, text) => {
  if (title.includes('same number') && process.platform !== 'linux') return // Only Linux says when a process began.
  const libraryDir = join(tempFolder('lock'), 'library')
  await mkdir(libraryDir)
  await writeFile(join(libraryDir, 'library.lock'), text)
  await (await acquireLibraryLock(libraryDir, { owner: 'test' })).release()
})

test('two cores on one library: the second is refused and harms nothing, and may open it afterwards', async () => {
  const { libraryDir } = makeLibrary()
  const first = await openCore(libraryDir, { owner: 'first' })
  await expect(openCore(libraryDir)).rejects.toMatchObject({
    code: 'library-in-use',
    message: expect.stringContaining('first') as string,
  })
  expect(await first.core.library.library.info()).toMatchObject({ photoCount: 0 })
  await first.core.close()
  const second = await openCore(libraryDir)
  expect(await second.core.library.folders.list()).toEqual([])
})
