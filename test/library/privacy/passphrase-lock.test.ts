import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noLog } from '../../../src-main/library/host/log.ts'
import { LockFile } from '../../../src-main/library/privacy/lock-file.ts'
import { hashPassphrase } from '../../../src-main/library/privacy/passphrase-hash.ts'
import { PassphraseLock } from '../../../src-main/library/privacy/passphrase-lock.ts'
import { pauseAfter } from '../../../src-main/library/privacy/tries.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/** A lock with a passphrase that is checked quickly. */
async function openLock(folder = tempFolder('lock')) {
  const file = new LockFile(folder, noLog)
  const clock = { now: 1_000_000 }
  const passphrase = await hashPassphrase('correct', { cost: 1024, blockSize: 8, parallelization: 1 })
  file.write({ version: 1, passphrase, failures: 0, lastFailedMs: 0 })
  return { folder, file, clock, lock: new PassphraseLock({ file, now: () => clock.now }) }
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

test('after three wrong tries all others wait ever longer, even a correct one and after a restart', async () => {
  const { folder, clock, lock } = await openLock()
  for (let i = 0; i < 3; i++) expect(await refusal(lock.check('wrong'))).toBe('wrong-passphrase')
  expect(await refusal(lock.check('correct'))).toBe('too-many-tries')
  const restarted = new PassphraseLock({ file: new LockFile(folder, noLog), now: () => clock.now })
  expect(await refusal(restarted.check('correct'))).toBe('too-many-tries')
  clock.now += 2_000
  expect(await refusal(restarted.check('wrong'))).toBe('wrong-passphrase')
  clock.now += 2_000
  expect(await refusal(restarted.check('correct'))).toBe('too-many-tries')
  clock.now += 2_000
  await restarted.check('correct')
  expect(await refusal(restarted.check('wrong'))).toBe('wrong-passphrase')
})

test('pauses double from two seconds to five minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 20].map(pauseAfter)).toEqual([0, 0, 0, 2_000, 4_000, 8_000, 300_000])
})

test('a clock set back prolongs no pause', async () => {
  const { clock, lock } = await openLock()
  for (let i = 0; i < 3; i++) await refusal(lock.check('wrong'))
  clock.now = 0
  await expect(lock.check('correct')).rejects.toThrow('Try again in 2 seconds.')
})

test('simultaneous tries count one after the other', async () => {
  const { file, lock } = await openLock()
  const codes = await Promise.all(Array.from({ length: 6 }, () => refusal(lock.check('wrong'))))
  expect(codes).toEqual([...Array(3).fill('wrong-passphrase'), ...Array(3).fill('too-many-tries')])
  expect(file.read()).toMatchObject({ failures: 3 })
})

test('changing and removing need the current passphrase; a short new one is refused', { tags: 'night' }, async () => {
  const { folder, lock } = await openLock()
  expect(await refusal(lock.change('another one', 'wrong'))).toBe('wrong-passphrase')
  expect(await refusal(lock.change('short', 'correct'))).toBe('bad-params')
  await lock.change('another one', 'correct')
  expect(readFileSync(join(folder, 'lock.json'), 'utf8')).not.toContain('another one')
  expect(await refusal(lock.check('correct'))).toBe('wrong-passphrase')
  await lock.change(null, 'another one')
  expect(lock.isSet()).toBe(false)
  await lock.check(undefined)
})

test.skipIf(process.platform === 'win32')('other users cannot read the file', async () => {
  const { folder } = await openLock()
  expect(statSync(join(folder, 'lock.json')).mode & 0o777).toBe(0o600)
})

test('an unreadable file keeps the library locked', async () => {
  const { folder, clock } = await openLock()
  writeFileSync(join(folder, 'lock.json'), '{"version": 1, "passphrase"')
  const lock = new PassphraseLock({ file: new LockFile(folder, noLog), now: () => clock.now })
  expect(lock.isSet()).toBe(true)
  expect(await refusal(lock.check('correct'))).toBe('library-locked')
})
