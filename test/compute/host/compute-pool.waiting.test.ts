import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('waiting for photos does not end while a process that has grown too large closes slowly', async () => {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'wait-for-photos.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  program.stdout.on('data', (text: Buffer) => (printed += text.toString()))
  program.stderr.on('data', (text: Buffer) => (printed += text.toString()))
  const [code] = (await once(program, 'close')) as [number]
  expect({ code, printed: printed.trim() }).toEqual({ code: 0, printed: '5' })
})
