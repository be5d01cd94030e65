import { EventEmitter } from 'node:events'
import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../../src-main/service/store/postgres/database.ts'
import { untilSilent } from '../../../../src-main/service/store/postgres/until-silent.ts'
import { Listener } from '../../../../src-main/service/store/postgres/listener.ts'
import { until } from '../../../fixtures/until.ts'
import { silentLog } from '../../temp-data.ts'

/** A connection to a remote database, controlled by a test. */
class Connection extends EventEmitter {
  readonly asked: string[] = []
  hasEnded = false
  answer: (text: string) => Promise<unknown> = async () => {}
  query(text: string) {
    this.asked.push(text)
    return this.answer(text)
  }
  async end() {
    this.hasEnded = true
  }
}

test('an ended connection is not asked for another heartbeat', async () => {
  const connections: Connection[] = []
  const connect = async () => {
    connections.push(new Connection())
    return connections.at(-1)
  }
  const listener = new Listener({ connect } as unknown as Database, silentLog, [{ channel: 'c', onMessage() {} }], 20)
  onTestFinished(() => listener.close())
  await listener.ready()
  connections[0]!.emit('end')
  await until('the next one was asked twice', () => (connections[1]?.asked.length ?? 0) > 2)
  expect(connections[0]!.asked).toEqual(['LISTEN c'])
})

test('a connection that breaks during a heartbeat is ended', async () => {
  const connection = new Connection()
  const over = new AbortController()
  connection.answer = async () => {
    over.abort()
    throw Object.assign(new Error('broken'), { code: 'ECONNRESET' })
  }
  expect(await untilSilent(async () => connection as unknown as Client, over.signal)).toBe(false)
  await expect.poll(() => connection.hasEnded).toBe(true)
})
