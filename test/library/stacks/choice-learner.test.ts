import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { say } from '../../../src-main/contract/sentences/say.ts'
import { implementLibrary } from '../../../src-main/library/api/dispatch/dispatch.ts'
import { EventHub } from '../../../src-main/library/events/event-hub.ts'
import { settingsHandlers } from '../../../src-main/library/settings/calls/settings.ts'
import { stackHandlers } from '../../../src-main/library/stacks/calls/stacks.ts'
import { ChoiceLearner } from '../../../src-main/library/stacks/choice-learner.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { fingerprints, openForTest, saveFound } from '../catalog/library.ts'
import { arrange, openWithShots } from './rows/library-of-shots.ts'

const quiet = () => undefined
const silentLog = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/**
 * Bursts of three frames: one is sharpest, one brightest, one neither and tighter, in random order. If they are
 * `alike`, no measure distinguishes them.
 */
function openBursts(folder = tempFolder('choices'), isAlike = false) {
  const { catalog, shoot } = openWithShots(folder)
  catalog.analysis.setSteps(fingerprints('v1', ['sharpness', 'embedding']))
  const random = seededRandom(1)
  let nowMs = 1_700_000_000_000
  const hub = new EventHub()
  const learner = new ChoiceLearner({ catalog, hub, now: () => nowMs, onError: (error) => expect.fail(String(error)) })
  onTestFinished(() => learner.close())
  const shootBurst = (at: number) => {
    const ids = shoot(at, at + 0.5, at + 1)
    const places = ids.toSorted(() => random() - 0.5)
    const [sharp, bright, other] = places as [number, number, number]
    const save = (id: number, subject: number, middle: number, tight: number) =>
      saveFound(
        catalog,
        id,
        {
          sharpness: { subject, faces: [], exposure: { shadows: 0, highlights: 0, middle } },
          embedding: { modelId: 'content', vector: unit(random, tight) },
        },
        ['sharpness', 'embedding'],
      )
    if (isAlike) for (const id of ids) save(id, 70 + Math.round(3 * random()), 0.4, id === other ? 0.3 : 0)
    else {
      save(sharp, 78 + Math.round(6 * random()), 0.4, 0)
      save(bright, 66 + Math.round(6 * random()), 0.47, 0)
      save(other, 60 + Math.round(6 * random()), 0.38 + 0.02 * random(), 0.3)
    }
    return { ids, sharp, bright, other }
  }
  const shootBursts = (count: number) => {
    const bursts = Array.from({ length: count }, (_, i) => shootBurst(60 * i))
    arrange(catalog, 1000)
    return bursts
  }
  const view = ([id]: readonly number[]) => catalog.stacks.look(catalog.photos.tiles([id!])[0]!.stack!, (all) => all)
  const putOnTop = (id: number) =>
    catalog.changes.apply({ kind: 'stack-top', ids: [id], top: catalog.stacks.nextTop() })
  const settings = settingsHandlers(implementLibrary(silentLog), {
    catalog,
    choices: learner,
    hub,
    pairs: { start: quiet },
    privacy: { follow: quiet },
  })
  const handlers = stackHandlers(implementLibrary(silentLog), {
    catalog,
    choices: learner,
    changes: {
      apply: async (change) => {
        const { changeId, ids, kept } = catalog.changes.apply(change)
        return { changeId, kept, count: ids.length, sentence: say('changes.nothing') }
      },
      applyBatch: async (batch, parts) => {
        const run = catalog.changes.beginBatch(batch, parts)
        while (!run.isDone) catalog.changes.step(run)
        return { changeId: run.result.changeId, kept: 0, count: 0, sentence: say('changes.nothing') }
      },
    },
    privacy: { shown: (photos) => [...photos], requireShown: () => undefined },
  })
  const calls = createRouterClient({ ...handlers, setSettings: settings.set }, {})
  const learn = () => calls.learned({})
  return { catalog, folder, hub, shootBursts, view, putOnTop, calls, learn, later: () => (nowMs += 1000) }
}

/** A content vector: mostly random, with the tightness of the frame as its first number. */
function unit(random: () => number, tight: number): Float32Array {
  const vector = Float32Array.from({ length: 16 }, (_, j) => (j === 0 ? 0.3 + tight : 0.25 + 0.05 * random()))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

test('whoever picks the brighter frame gets it suggested, with that reason, and again after a restart', async () => {
  const { catalog, folder, shootBursts, view, putOnTop, learn } = openBursts()
  const [fresh, ...bursts] = shootBursts(26)
  expect(view(fresh!.ids)?.suggested).toEqual({ id: fresh!.sharp, reasons: ['subject-sharper'] })
  for (const { bright } of bursts.slice(0, 19)) putOnTop(bright)
  expect(await learn()).toEqual({
    choices: 19,
    least: 20,
    agreement: null,
    isUsed: false,
    preferences: [],
    followsContent: false,
  })
  for (const { bright } of bursts.slice(19)) putOnTop(bright)
  expect(await learn()).toMatchObject({
    choices: 25,
    agreement: { usual: 0, learned: 1 },
    isUsed: true,
    preferences: [{ taken: 'brighter', over: null, times: 25, of: 25 }],
    followsContent: false,
  })
  expect(view(fresh!.ids)?.suggested).toMatchObject({
    id: fresh!.bright,
    reasons: expect.arrayContaining(['as-chosen']),
  })
  catalog.close()
  const again = openForTest(folder)
  const { stack } = again.photos.tiles(fresh!.ids)[0]!
  expect(again.stacks.look(stack!, (all) => all)?.suggested?.id).toBe(fresh!.bright)
})

test('the same choices teach the same, in any order and by any mark', async () => {
  const heads = []
  for (const isReversed of [false, true]) {
    const { catalog, shootBursts, learn } = openBursts()
    const bursts = shootBursts(24)
    for (const { sharp, bright, other } of isReversed ? bursts.toReversed() : bursts) {
      if (!isReversed) catalog.changes.apply({ kind: 'pick', ids: [bright], pick: 1 })
      else catalog.changes.apply({ kind: 'pick', ids: [sharp, other], pick: -1 })
    }
    expect((await learn()).isUsed).toBe(true)
    heads.push(catalog.stacks.learned.get().lesson!.head)
  }
  expect(heads[1]).toEqual(heads[0])
})

test('accepted suggestions, and choices that were undone or made by another program, teach nothing', async () => {
  const { catalog, shootBursts, putOnTop, calls, learn } = openBursts()
  const bursts = shootBursts(30)
  for (const { sharp } of bursts.slice(0, 20)) expect((await calls.acceptSuggested({ ids: [sharp] })).count).toBe(1)
  const taken = bursts.slice(20, 24).map(({ sharp }) => sharp)
  catalog.changes.apply({ kind: 'stack-top', ids: taken, top: catalog.stacks.nextTop() })
  for (const { bright } of bursts.slice(24, 27)) catalog.changes.undo(putOnTop(bright).changeId!)
  expect((await learn()).choices).toBe(0)
  for (const { bright } of bursts.slice(27)) catalog.changes.apply({ kind: 'rate', ids: [bright], rating: 4 })
  expect((await learn()).choices).toBe(3)
  // Picking another frame than the suggested one is a choice, even after an accepted suggestion.
  putOnTop(bursts[0]!.bright)
  expect((await learn()).choices).toBe(4)
})

test('answers in the review of bursts teach, unanswered suggestions do not', async () => {
  const { catalog, shootBursts, view, calls, learn } = openBursts()
  const [fresh, ...bursts] = shootBursts(30)
  const answered = bursts.slice(0, 24).map(({ bright }) => bright)
  const left = bursts.slice(24).map(({ sharp }) => sharp)
  const { changeId } = await calls.takeBest({ ids: [...left, ...answered], rest: 'reject', answered })
  expect(await learn()).toMatchObject({ choices: 24, isUsed: true, preferences: [{ taken: 'brighter', times: 24 }] })
  expect(view(fresh!.ids)?.suggested?.id).toBe(fresh!.bright)
  catalog.changes.undo(changeId!)
  expect((await learn()).choices).toBe(0)
})

test('choices without a rule change no suggestion', async () => {
  const { catalog, shootBursts, view, putOnTop, learn } = openBursts()
  const [fresh, ...bursts] = shootBursts(40)
  const random = seededRandom(7)
  for (const { ids } of bursts) putOnTop(ids[Math.floor(3 * random())]!)
  expect(await learn()).toMatchObject({ choices: 39, isUsed: false, preferences: [] })
  expect(catalog.stacks.learned.get().lesson?.head).toBeNull()
  expect(view(fresh!.ids)?.suggested?.id).toBe(fresh!.sharp)
})

test('a switch forgets what was learned, and the choices behind it', async () => {
  const { catalog, hub, shootBursts, view, putOnTop, learn, later } = openBursts()
  const [fresh, ...bursts] = shootBursts(45)
  for (const { bright } of bursts.slice(0, 22)) putOnTop(bright)
  expect((await learn()).isUsed).toBe(true)
  const events = hub.listen()
  later()
  catalog.settings.set({ learnsChoices: false })
  expect((await learn()).choices).toBe(0)
  expect((await events.next()).value).toMatchObject({ type: 'photos.changed' })
  expect(view(fresh!.ids)?.suggested?.id).toBe(fresh!.sharp)
  catalog.settings.set({ learnsChoices: true })
  expect((await learn()).choices).toBe(0)
})

test.for(['before', 'while'] as const)(
  'whoever forgets and switches on again %s it learns has forgotten',
  async (when) => {
    const { shootBursts, view, putOnTop, calls, learn, later } = openBursts()
    const [fresh, ...bursts] = shootBursts(45)
    for (const { bright } of bursts.slice(0, 22)) putOnTop(bright)
    if (when === 'before') expect((await learn()).isUsed).toBe(true)
    later()
    const running = when === 'while' ? learn() : undefined
    await calls.setSettings({ learnsChoices: false })
    await calls.setSettings({ learnsChoices: true })
    await running
    expect((await learn()).choices).toBe(0)
    expect(view(fresh!.ids)?.suggested?.id).toBe(fresh!.sharp)
  },
)

test('a preference visible only in the picture is learned from its content', async () => {
  const { shootBursts, view, putOnTop, learn } = openBursts(tempFolder('alike'), true)
  const [fresh, ...bursts] = shootBursts(41)
  expect(view(fresh!.ids)?.suggested).toBeNull()
  for (const { other } of bursts) putOnTop(other)
  expect(await learn()).toMatchObject({ isUsed: true, agreement: { learned: 1 }, followsContent: true })
  expect(view(fresh!.ids)?.suggested).toEqual({ id: fresh!.other, reasons: ['as-chosen'] })
})
