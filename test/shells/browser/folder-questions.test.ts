import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openAllowedFolders, type AllowedFolders } from '../../../src-main/shells/browser/allowed-folders.ts'
import { FolderQuestions } from '../../../src-main/shells/browser/folder-questions.ts'
import { tempFolder } from '../../fixtures/folders.ts'

let allowed: AllowedFolders
let drive: string
let file: string
/** The questions to the person, and the test's answers for them. */
let asked: { path: string; signal: AbortSignal; answer: (isYes: boolean) => void }[]
let onAsked: () => void

beforeEach(async () => {
  const base = realpathSync(tempFolder())
  const home = join(base, 'home')
  drive = join(base, 'drive')
  for (const folder of [home, drive]) mkdirSync(folder)
  file = join(base, 'allowed-folders.json')
  allowed = await openAllowedFolders([home], file)
  asked = []
  onAsked = () => undefined
})

const atTerminal = {
  isThere: async () => true,
  mayUse: (path: string, signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      asked.push({ path, signal, answer: resolve })
      onAsked()
    }),
}
const nobody = { isThere: async () => false, mayUse: () => Promise.reject(new Error('nobody is asked')) }
const untilAsked = () =>
  new Promise<void>((resolve) => {
    onAsked = resolve
  })
const forever = () => new AbortController().signal
const isAllowed = async () => (await allowed.roots()).holds(drive)

test('yes in the terminal allows the folder', async () => {
  const questions = new FolderQuestions(allowed, atTerminal)
  expect(await questions.asking()).toBe('terminal')
  const isAsked = untilAsked()
  const answer = questions.ask(drive, forever())
  await isAsked
  expect(await isAllowed()).toBe(false)
  asked[0]!.answer(true)
  expect(await answer).toBe('allowed')
  expect(await isAllowed()).toBe(true)
  expect(await questions.ask(join(drive), forever())).toBe('allowed')
  expect(asked.map(({ path }) => path)).toEqual([drive])
})

test('no does not', async () => {
  const questions = new FolderQuestions(allowed, atTerminal)
  const isAsked = untilAsked()
  const answer = questions.ask(drive, forever())
  await isAsked
  asked[0]!.answer(false)
  expect(await answer).toBe('refused')
  expect(await isAllowed()).toBe(false)
})

test('without an answer it is no: after a time, and when the window withdraws the question', async () => {
  expect(await new FolderQuestions(allowed, atTerminal, 5).ask(drive, forever())).toBe('unanswered')
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
  const window = new AbortController()
  const isAsked = untilAsked()
  const questions = new FolderQuestions(allowed, atTerminal)
  const answer = questions.ask(drive, window.signal)
  await isAsked
  window.abort()
  expect(await answer).toBe('unanswered')
  expect(asked.at(-1)!.signal.aborted).toBe(true)
  expect(await isAllowed()).toBe(false)
})

test('one question waits at a time', async () => {
  const questions = new FolderQuestions(allowed, atTerminal)
  const isAsked = untilAsked()
  const answer = questions.ask(drive, forever())
  await isAsked
  await expect(questions.ask('/etc', forever())).rejects.toMatchObject({ code: 'bad-params' })
  asked[0]!.answer(false)
  expect(await answer).toBe('refused')
  expect(asked).toHaveLength(1)
})

test("another process's command also answers, with and without a terminal", async () => {
  for (const person of [nobody, atTerminal]) {
    const questions = new FolderQuestions(allowed, person)
    const answer = questions.ask(drive, forever())
    await (await openAllowedFolders([], file)).allow(drive)
    expect(await answer).toBe('allowed')
    await allowed.remove(drive)
  }
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true)
})

test('nothing is revealed about existing folders before the answer is yes', async () => {
  const questions = new FolderQuestions(allowed, atTerminal)
  const isAsked = untilAsked()
  const answer = questions.ask(join(drive, 'nothing'), forever())
  await isAsked
  asked[0]!.answer(true)
  await expect(answer).rejects.toMatchObject({ code: 'not-a-folder' })
  await expect(questions.ask('drive', forever())).rejects.toMatchObject({ code: 'bad-params' })
})

test('a second request for the same folder is answered too, and withdrawing the first leaves the second', async () => {
  const questions = new FolderQuestions(allowed, atTerminal)
  const isAsked = untilAsked()
  const first = new AbortController()
  const withdrawn = questions.ask(drive, first.signal)
  const again = questions.ask(drive, forever())
  await isAsked
  first.abort()
  expect(await withdrawn).toBe('unanswered')
  expect(asked[0]!.signal.aborted).toBe(false)
  asked[0]!.answer(true)
  expect(await again).toBe('allowed')
  expect(asked).toHaveLength(1)
})

test('a question ends once everybody has withdrawn it', async () => {
  const questions = new FolderQuestions(allowed, atTerminal)
  const isAsked = untilAsked()
  const askers = [new AbortController(), new AbortController()]
  const answers = askers.map(({ signal }) => questions.ask(drive, signal))
  await isAsked
  for (const asker of askers) asker.abort()
  expect(await Promise.all(answers)).toEqual(['unanswered', 'unanswered'])
  expect(asked[0]!.signal.aborted).toBe(true)
})
