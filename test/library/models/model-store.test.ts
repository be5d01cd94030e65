import { expect, test } from 'vitest'
import type { LibraryEvent } from '../../../src-main/contract/library/library-event.ts'
import type { ModelInfo } from '../../../src-main/contract/library/models.ts'
import type { PairStore } from '../../../src-main/library/models/pair-store.ts'
import { ModelStore } from '../../../src-main/library/models/model-store.ts'

/** A store whose installer has one installation, which the test ends. */
function openStore() {
  const states = new Map<string, ModelInfo['state']>([['detector', 'missing']])
  const list = () => [...states].map(([id, state]) => ({ id, state }) as ModelInfo)
  const events: LibraryEvent[] = []
  const warnings: string[] = []
  const installs: { signal: AbortSignal; end(): void; fail(error: Error): void }[] = []
  let loads = 0
  const pair: { found: Awaited<ReturnType<PairStore['installFrom']>> } = { found: null }
  const quiet = () => undefined
  const store = new ModelStore({
    installer: {
      list,
      install: (_set, { signal, onProgress }) =>
        new Promise<void>((resolve, reject) => {
          onProgress(list())
          installs.push({ signal, end: resolve, fail: reject })
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
      async installFrom() {
        states.set('detector', 'installed')
        return { installed: ['detector'], present: [], skipped: [] }
      },
      async remove(id) {
        states.set(id, 'missing')
      },
    },
    pair: { installFrom: async () => pair.found },
    publish: (event) => void events.push(event),
    onInstalled: async () => void (loads += 1),
    log: { debug: quiet, info: quiet, warn: (message) => void warnings.push(message), error: quiet },
  })
  return { store, pair, states, events, warnings, installs, loads: () => loads }
}

test('one installation runs at a time; the engine loads the models that were installed', async () => {
  const { store, states, events, installs, loads } = openStore()
  store.install('standard')
  store.install('larger')
  expect(installs).toHaveLength(1)
  states.set('detector', 'installed')
  installs[0]!.end()
  await expect.poll(() => events.length).toBe(2)
  expect(loads()).toBe(1)
  expect(events.at(-1)).toMatchObject({ type: 'models.changed', models: [{ id: 'detector', state: 'installed' }] })
  store.install('standard')
  expect(installs).toHaveLength(2)
  await store.close()
})

test('a failed installation is a warning, and nothing is loaded', async () => {
  const { store, events, warnings, installs, loads } = openStore()
  store.install('standard')
  installs[0]!.fail(new Error('no connection'))
  await expect.poll(() => events.length).toBe(2)
  expect(warnings).toEqual(['Not all models could be installed'])
  expect(loads()).toBe(0)
})

test('closing cancels the active installation without a warning', async () => {
  const { store, warnings, installs } = openStore()
  store.install('standard')
  await store.close()
  expect(installs[0]!.signal.aborted).toBe(true)
  expect(warnings).toEqual([])
})

test('a text-image pair in the folder counts as a model, with all of its files', async () => {
  const { store, pair } = openStore()
  const shown = { id: 'pair-1', title: 'Colours', licence: 'MIT', bytes: 9, offer: null }
  pair.found = { pair: shown, isNew: true, files: ['text_model.onnx'] }
  expect(await store.installFrom('/models')).toMatchObject({ installed: ['detector', 'Colours'], present: [] })
  pair.found = { pair: shown, isNew: false, files: ['text_model.onnx'] }
  expect(await store.installFrom('/models')).toMatchObject({ installed: ['detector'], present: ['Colours'] })
})

test('a removed model is no longer used', async () => {
  const { store, states, events, loads } = openStore()
  states.set('detector', 'installed')
  await store.remove('detector')
  expect(loads()).toBe(1)
  expect(events.at(-1)).toMatchObject({ type: 'models.changed', models: [{ id: 'detector', state: 'missing' }] })
})

test('installing from a folder waits for the active installation', async () => {
  const { store, installs, loads } = openStore()
  store.install('standard')
  const report = store.installFrom('/models')
  store.cancelInstall()
  expect(await report).toEqual({ installed: ['detector'], present: [], skipped: [] })
  expect(installs[0]!.signal.aborted).toBe(true)
  expect(loads()).toBe(1)
})

test('models that another process installed or removed are noticed; without a change nothing is loaded', async () => {
  const { store, states, events, loads } = openStore()
  await store.refresh()
  expect(loads()).toBe(0)
  states.set('detector', 'installed')
  await store.refresh()
  await store.refresh()
  expect(loads()).toBe(1)
  expect(events).toMatchObject([{ type: 'models.changed', models: [{ id: 'detector', state: 'installed' }] }])
  states.set('detector', 'missing')
  await store.refresh()
  expect(loads()).toBe(2)
})
