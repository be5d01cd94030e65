import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const OUTPUT = join(import.meta.dirname, '..', '..', '..', '..', 'src-main', 'shells', 'cli', 'output', 'output.ts')
const LINES = 50_000

/** Prints lines without any other work, like a list of a large library, and reports the maximum of waiting bytes. */
const program = `
  const { print, untilTaken } = await import(${JSON.stringify(OUTPUT)})
  let most = 0
  for (let i = 0; i < ${LINES}; i++) {
    print('x'.repeat(200))
    most = Math.max(most, process.stdout.writableLength)
    await untilTaken()
  }
  process.stderr.write(String(most))`

test('a long list waits for its reader and is not held in memory', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [printed, most] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(printed).toHaveLength(LINES * 201)
  expect(Number(most)).toBeLessThan(1_000_000)
})
