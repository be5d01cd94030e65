import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '../../src-main/shells/log-file.ts'
import { tempFolder } from '../fixtures/folders.ts'

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

test('a file that is too large already makes room at the start', () => {
  const file = join(tempFolder(), 'service.log')
  writeFileSync(file, 'x'.repeat(3000))
  openLog(file, 2000).warn('first')
  expect(messages(file)).toEqual(['first'])
  expect(existsSync(`${file}.old`)).toBe(true)
})

test('an error is written with its message and where it came from', () => {
  const file = join(tempFolder(), 'service.log')
  openLog(file).error('it failed', { error: new Error('the disk is busy') })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    msg: 'it failed',
    error: { message: 'the disk is busy', stack: expect.stringContaining('log-file.test') },
  })
})
