// Started by crash.test.ts as a separate process: `node kill-while-training.ts FOLDER PERCENT` dies in the middle of a
// training.
import { setImmediate } from 'node:timers/promises'
import { openTestIndexes } from './open-test-indexes.ts'

const [folder, percent] = process.argv.slice(2) as [string, string]
const name = { kind: 'colors', indexId: 'crash' } as const
const indexes = await openTestIndexes({ folder, progressMs: 0 })
await indexes.saveAll(
  name,
  Array.from({ length: 5000 }, (_, i) => ({
    entryId: `new ${i}`,
    vector: Float32Array.from({ length: 128 }, (_, j) => ((i * 31 + j * 17) % 97) - 48),
  })),
)
await indexes.remove(name, 'old 1')
const ticket = await indexes.train(name)
process.stdout.write(ticket)
for (;;) {
  const { is_final, ticket_result } = await indexes.ticket(ticket)
  if (is_final) process.exit(3)
  if (ticket_result.progress >= Number(percent)) process.kill(process.pid, 'SIGKILL')
  await setImmediate()
}
