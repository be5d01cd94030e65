import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '../../src-main/shells/log-file.ts'
import { tempFolder } from '../fixtures/folders.ts'
import { fillDisk, mountSmallDisk } from '../fixtures/small-disk.ts'

const messages = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

test('a long-running log keeps one older file and loses no line between them', () => {
  const file = join(tempFolder(), 'deep', 'service.log')
  const log = openLog(file, 2000)
  for (let i = 0; i < 30; i++) log.info(`line ${i}`, { padding: 'x'.repeat(40) })
  const kept = [...messages(`${file}.old`), ...messages(file)]
  expect(kept.at(-1)).toBe('line 29')
  expect(kept).toEqual(kept.map((_, i) => `line ${30 - kept.length + i}`))
  expect(readFileSync(`${file}.old`).length).toBeLessThan(2200)
})

test('a file that is already too large makes room at the start', () => {
  const file = join(tempFolder(), 'service.log')
  writeFileSync(file, 'x'.repeat(3000))
  openLog(file, 2000).warn('first')
  expect(messages(file)).toEqual(['first'])
  expect(existsSync(`${file}.old`)).toBe(true)
})

test.skipIf(process.platform === 'win32')("a log is readable only by its owner, even an earlier version's", () => {
  const file = join(tempFolder(), 'logs', 'service.log')
  const modeOf = (path: string) => statSync(path).mode & 0o777
  openLog(file).info('new')
  expect([modeOf(dirname(file)), modeOf(file)]).toEqual([0o700, 0o600])
  writeFileSync(`${file}.old`, '')
  for (const path of [file, `${file}.old`]) chmodSync(path, 0o644)
  openLog(file).info('again')
  expect([modeOf(file), modeOf(`${file}.old`)]).toEqual([0o600, 0o600])
})

test('an error is written with its message and stack', () => {
  const file = join(tempFolder(), 'service.log')
  openLog(file).error('it failed', { error: new Error('the disk is busy') })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    msg: 'it failed',
    error: { message: 'the disk is busy', stack: expect.stringContaining('log-file.test') },
  })
})

const hasFullDevice = existsSync('/dev/full')

test.skipIf(!hasFullDevice)(
  'a full disk costs lines and not the process; they are counted when there is room again',
  async () => {
    const file = join(tempFolder(), 'service.log')
    symlinkSync('/dev/full', file)
    const log = openLog(file)
    log.info('one')
    log.error('two', { error: new Error('no room') })
    log.warn('three')
    // Errors of a stream arrive after the call that caused them.
    await new Promise((resolve) => setImmediate(resolve))
    rmSync(file)
    log.info('four')
    log.info('five')
    expect(messages(file)).toEqual(['3 lines of the log were lost because the disk was full.', 'four', 'five'])
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0]!)).toMatchObject({ level: 40, pid: process.pid })
  },
)

test('a log on a small disk continues when there is room, on a new line after a truncated one', ({ skip }) => {
  const disk = mountSmallDisk(64 * 1024)
  if ('reason' in disk) return skip(disk.reason)
  const file = join(disk.folder, 'logs', 'service.log')
  const log = openLog(file)
  log.info('first')
  const free = fillDisk(disk.folder)
  const count = 20
  for (let i = 0; i < count; i++) log.info(`line ${i}`, { padding: 'x'.repeat(1000) })
  free()
  log.info('last')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const kept = lines.filter((line) => line.includes('"padding":') && line.endsWith('}')).length
  const lost = JSON.parse(lines.at(-2)!) as { msg: string }
  expect(kept).toBeLessThan(count)
  expect(lost.msg).toBe(`${count - kept} lines of the log were lost because the disk was full.`)
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ msg: 'last' })
})

test('a log that cannot start on a full disk starts when there is room', ({ skip }) => {
  const disk = mountSmallDisk(64 * 1024)
  if ('reason' in disk) return skip(disk.reason)
  const free = fillDisk(disk.folder)
  const file = join(disk.folder, 'logs', 'service.log')
  const log = openLog(file)
  log.info('one')
  free()
  log.info('two')
  expect(messages(file)).toEqual(['1 line of the log was lost because the disk was full.', 'two'])
})
