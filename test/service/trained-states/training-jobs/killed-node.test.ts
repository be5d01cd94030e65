/** @module-tag night */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase, hasPostgres } from '../../../fixtures/postgres/test-database.ts'
import { until } from '../../../fixtures/until.ts'
import { settle } from '../../../indexes/named/open-test-indexes.ts'
import { openTrainingNode } from './open-training-node.ts'

type Clean = (work: () => Promise<void>) => void

/** A node that stopped within a training, and a living one. `kill` ends the first silently. */
async function openBoth(stage: 'training' | 'calling', clean: Clean) {
  const { url, drop } = await createTestDatabase()
  clean(drop)
  const victim = spawn(process.execPath, [join(import.meta.dirname, 'victim.ts'), url, stage], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(victim, 'exit')
  const kill = async () => {
    victim.kill('SIGKILL')
    await exit
  }
  clean(kill)
  const ticket = String((await once(victim.stdout, 'data'))[0])
  const [calls, trained] = [[] as string[], [] as string[]]
  const { indexes, close } = await openTrainingNode(url, {
    onTraining: async () => void trained.push(ticket),
    call: async ({ ticketId }) => void calls.push(ticketId),
  })
  clean(close)
  return { ticket, indexes, calls, trained, kill }
}

const both = test.runIf(hasPostgres).concurrent

both('the training of a killed node is done by another, which tells who waits', async ({ onTestFinished }) => {
  const { ticket, indexes, calls, trained, kill } = await openBoth('training', onTestFinished)
  expect(await indexes.ticket(ticket, 'ada')).toMatchObject({ is_final: false, ticket_result: { state: 'training' } })
  await kill()
  expect(await settle(indexes, ticket, 'ada')).toMatchObject({ ticket_result: { state: 'trained', entries: 1 } })
  await until('who waits was told', () => calls.length > 0)
  expect(calls).toEqual([ticket])
  expect(trained).toEqual([ticket])
})

both(
  'if a node is killed after a training and before its call, another calls and trains nothing',
  async ({ onTestFinished }) => {
    const { ticket, indexes, calls, trained, kill } = await openBoth('calling', onTestFinished)
    expect(await indexes.ticket(ticket, 'ada')).toMatchObject({ ticket_result: { state: 'trained', entries: 1 } })
    await kill()
    await until('who waits was told', () => calls.length > 0)
    expect(calls).toEqual([ticket])
    expect(trained).toEqual([])
  },
)
