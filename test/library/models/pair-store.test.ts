import { expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import { PairStore, type PairSource } from '../../../src-main/library/models/pair-store.ts'

const clip = { id: 'pair-1', title: 'CLIP', licence: 'MIT', bytes: 150, offer: null }
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A machine with a pair, which downloads another one until stopped. */
function open() {
  const calls: string[] = []
  const source: PairSource = {
    installed: () => (calls.includes('remove') ? null : clip),
    filesIn: async () => [],
    installFrom: async () => undefined,
    offers: () => [],
    download: (_choice, { signal, onBytes }) =>
      new Promise((_resolve, reject) => {
        onBytes(40, 80)
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
    removeArrived: async () => void calls.push('removeArrived'),
    remove: async () => void calls.push('remove'),
  }
  const events: LibraryEvent[] = []
  const publish = (event: LibraryEvent) => void events.push(event)
  return { calls, events, store: new PairStore({ source, publish, onChanged: async () => undefined, log }) }
}
const address = { address: 'https://example.org/pair.json', sha256: 'a'.repeat(64) }

test('a cancelled download leaves the existing pair, and no files of its own', async () => {
  const { calls, events, store } = open()
  store.install(address)
  expect(store.state()).toMatchObject({ isInstalling: true, received: 40, total: 80 })
  await store.cancel()
  expect(calls).toEqual(['removeArrived'])
  expect(store.state()).toEqual({ pair: clip, offers: [], isInstalling: false, received: 0, total: 0, problem: null })
  expect(events.at(-1)).toMatchObject({ state: { isInstalling: false } })
})

test('without a download, there is nothing to cancel', async () => {
  const { calls, store } = open()
  await store.cancel()
  expect(calls).toEqual([])
})
