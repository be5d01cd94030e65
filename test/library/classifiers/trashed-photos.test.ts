import { afterAll, describe, expect, test, vi } from 'vitest'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { openTrash } from '../../../src-main/shells/trash/open-trash.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { idsOfSubject, openSubjects, waitingPhotos } from './subject-library.ts'

const home = makeTempFolder('trash-home')
vi.stubEnv('XDG_DATA_HOME', home)
afterAll(() => {
  vi.unstubAllEnvs()
  removeFolder(home)
})

const ID = 'boat'

/**
 * A classifier of boats, with photos of each kind: positive and negative examples, a yes, a no, a removed tag, waiting.
 */
async function openAnswered() {
  const subjects = await openSubjects(32, { trash: openTrash(), watch: false })
  const { calls, hostCalls } = subjects.library
  const examples = (await idsOfSubject(subjects.library, 2)).slice(0, 3)
  const counterexamples = (await idsOfSubject(subjects.library, 1)).slice(0, 2)
  await calls.classifiers.train({ name: 'Boat', positives: examples, negatives: counterexamples })
  await hostCalls.waitUntilIdle()
  const [yes, no, off, ...waiting] = (await waitingPhotos(subjects.library, ID)) as [number, number, number, number]
  await calls.keywords.judge({ ids: [yes], name: 'Boat', verdict: 'accepted' })
  await calls.keywords.judge({ ids: [no], name: 'Boat', verdict: 'rejected' })
  await calls.photos.addTag({ ids: [off], name: 'Boat' })
  await calls.photos.removeTag({ ids: [off], name: 'Boat' })
  const going = [examples[0]!, counterexamples[0]!, yes, no, off, waiting[0]!]
  return { ...subjects, going, waiting }
}

/** What a person sees of the classifier and their answers. */
async function stateOf(library: OpenLibrary) {
  const { classifiers, photos } = library.calls
  const { classes, photos: count } = (await classifiers.list())[0]!
  return {
    waiting: await waitingPhotos(library, ID),
    counts: await classifiers.waiting(),
    certainties: await classifiers.certainties({ id: ID }),
    answers: await classifiers.answers(),
    tagged: (await photos.ids({ filter: { tags: ['Boat'] } })).toSorted((a, b) => a - b),
    examples: classes.map(({ positives, negatives }) => [positives, negatives]),
    count,
  }
}

async function trash({ calls, hostCalls }: OpenLibrary, ids: number[]): Promise<number> {
  const { planId } = await calls.files.planTrash({ ids })
  const report = await calls.files.trash({ planId })
  expect(report).toMatchObject({ photoCount: ids.length, failures: [] })
  await hostCalls.waitUntilIdle()
  return report.change!.changeId!
}

describe.skipIf(process.platform !== 'linux')('photos in the trash', () => {
  test('are not suggested or counted, and return with their answers, suggestions and examples', async () => {
    const { library, going, waiting } = await openAnswered()
    const before = await stateOf(library)
    const changeId = await trash(library, going)
    expect(await stateOf(library)).toMatchObject({
      waiting: waiting.slice(1),
      counts: [{ waiting: waiting.length - 1 }],
      answers: [],
      tagged: [],
      count: 0,
    })
    await library.calls.history.undo({ id: changeId })
    await library.hostCalls.waitUntilIdle()
    expect(await stateOf(library)).toEqual(before)
  })

  test('cannot be accepted meanwhile', { tags: 'night' }, async () => {
    const { library, going, waiting } = await openAnswered()
    const changeId = await trash(library, going)
    await library.calls.classifiers.acceptAbove({ id: ID, certainty: 1 })
    await library.calls.history.undo({ id: changeId })
    await library.hostCalls.waitUntilIdle()
    expect(await stateOf(library)).toMatchObject({ waiting: waiting.slice(0, 1), counts: [{ waiting: 1 }] })
  })

  test(
    'remain examples if the classifier is trained again meanwhile, and answers about them still count',
    { tags: 'night' },
    async () => {
      const { library, going } = await openAnswered()
      const { answers } = await stateOf(library)
      const changeId = await trash(library, going)
      const { classes } = await library.calls.classifiers.retrain({ id: ID })
      expect(classes).toMatchObject([{ positives: 4, negatives: 4 }])
      await library.hostCalls.waitUntilIdle()
      await library.calls.history.undo({ id: changeId })
      await library.hostCalls.waitUntilIdle()
      const waiting = await waitingPhotos(library, ID)
      for (const id of going.slice(0, 5)) expect(waiting).not.toContain(id)
      expect(await library.calls.classifiers.answers()).toEqual(answers)
    },
  )

  test(
    'that are erased leave no trace; the classifier still works and can be trained again',
    { tags: 'night' },
    async () => {
      const { library, open, going, waiting } = await openAnswered()
      const changeId = await trash(library, going)
      await library.calls.removed.purge({ changeId })
      await library.hostCalls.waitUntilIdle()
      const after = { waiting: waiting.slice(1), answers: [], tagged: [], examples: [[2, 1]] }
      expect(await stateOf(library)).toMatchObject(after)
      await library.close()
      const again = await open()
      expect(await stateOf(again)).toMatchObject(after)
      const { classes } = await again.calls.classifiers.retrain({ id: ID })
      expect(classes).toMatchObject([{ positives: 2, negatives: 1 }])
      await again.hostCalls.waitUntilIdle()
      expect(await waitingPhotos(again, ID)).toEqual(expect.arrayContaining(waiting.slice(1)))
    },
  )

  test('that are erased do not return as examples when a removal is undone', async () => {
    const { library, going, waiting } = await openAnswered()
    await library.calls.classifiers.remove({ id: ID })
    const [removal] = await library.calls.history.list({ limit: 1 })
    const trashed = await trash(library, going)
    await library.calls.removed.purge({ changeId: trashed })
    await library.calls.history.undo({ id: removal!.id })
    await library.hostCalls.waitUntilIdle()
    const state = await stateOf(library)
    expect(state).toMatchObject({ examples: [[2, 1]], answers: [], tagged: [] })
    expect(state.waiting).toEqual(expect.arrayContaining(waiting.slice(1)))
    for (const id of going) expect(state.waiting).not.toContain(id)
  })
})

test(
  'while the library is locked, suggestions of private photos are not listed, counted, reported or accepted',
  { tags: 'night' },
  async () => {
    const { library, open } = await openSubjects()
    const { calls } = library
    await calls.classifiers.train({ name: 'Boat', positives: (await idsOfSubject(library, 2)).slice(0, 3) })
    await library.hostCalls.waitUntilIdle()
    const [yes, seen, ...secret] = (await waitingPhotos(library, ID)) as [number, number, number]
    await calls.keywords.judge({ ids: [yes], name: 'Boat', verdict: 'accepted' })
    await calls.photos.setPrivate({ ids: [yes, ...secret], isPrivate: true })
    const before = await stateOf(library)
    await calls.privacy.setPassphrase({ next: 'open sesame' })
    await library.close()

    const locked = await open()
    const shown = { waiting: [seen], counts: [{ waiting: 1 }], answers: [], tagged: [], count: 0 }
    expect(await stateOf(locked)).toMatchObject(shown)
    expect((await stateOf(locked)).certainties.reduce((sum, each) => sum + each, 0)).toBe(1)
    for (const name of [undefined, 'Boat'])
      expect(await locked.calls.classifiers.suggestions({ id: ID, name, offset: 0 })).toMatchObject({ total: 1 })
    expect(await locked.calls.keywords.suggest({ ids: [secret[0]!] })).toEqual([])
    await locked.calls.classifiers.acceptAbove({ id: ID, certainty: 1 })
    expect(await stateOf(locked)).toMatchObject({ waiting: [], tagged: [seen] })
    await locked.calls.history.undo({})
    expect(await stateOf(locked)).toMatchObject(shown)

    await locked.calls.privacy.unlock({ passphrase: 'open sesame' })
    expect(await stateOf(locked)).toEqual(before)
    await locked.calls.privacy.lock()
    expect(await stateOf(locked)).toMatchObject(shown)
  },
)
