import { beforeEach, expect, test } from 'vitest'
import { callAhead } from '../../../src-renderer/client/calls-ahead.ts'
import type { Link } from '../../../src-renderer/client/connection.ts'

type Call = { name: string; input: unknown; signal: AbortSignal | undefined }
const list = { filter: {}, offset: 0, limit: 100 }

let calls: Call[] = []
/** Answers every call with its number; the first `fails` of them fail. */
const linkThat = ({ fails = 0 } = {}): Link => ({
  call: async (path, input, { signal }) => {
    const name = path.join('.')
    calls.push({ name, input, signal })
    if (calls.length <= fails) throw new Error(`No ${name}`)
    return calls.length
  },
})
const ask = (link: Link, name: string, input?: unknown, signal?: AbortSignal) =>
  link.call(name.split('.'), input, { context: {}, ...(signal ? { signal } : {}) })
const named = (name: string): Call[] => calls.filter((call) => call.name === name)

beforeEach(() => {
  calls = []
  localStorage.clear()
})

const days = { filter: {}, order: 'desc' }
const thumbs = [{ photoId: 1 }, { photoId: 2 }]

/** Opens a window that asks for a list, as the one before this one. */
async function openBefore(input: unknown = list): Promise<void> {
  const link = callAhead(linkThat(), localStorage)
  await ask(link, 'library.search.days', days)
  await ask(link, 'library.photos.list', input)
  await ask(link, 'library.photos.thumbs', thumbs)
  calls = []
}

test('what every opening asks is asked at once, and the first call gets that answer', async () => {
  const link = callAhead(linkThat(), localStorage)
  expect(calls.map(({ name }) => name)).toEqual([
    'shell.info',
    'library.settings.get',
    'library.privacy.state',
    'library.library.events',
  ])
  expect(await ask(link, 'library.settings.get')).toBe(2)
  expect(named('library.settings.get')).toHaveLength(1)
})

test('the list of the last opening is asked for again, and only its first call gets that answer', async () => {
  await openBefore()
  const link = callAhead(linkThat(), localStorage)
  const [ahead] = named('library.photos.list')
  expect(ahead?.input).toEqual(list)
  const number = calls.indexOf(ahead!) + 1
  expect(await ask(link, 'library.photos.list', { ...list })).toBe(number)
  // The library may have changed since.
  expect(await ask(link, 'library.photos.list', { ...list })).toBe(calls.length)
  expect(named('library.photos.list')).toHaveLength(2)
})

test('another list than that of the last opening is asked for again, and the earlier call is ended', async () => {
  await openBefore()
  const link = callAhead(linkThat(), localStorage)
  const [ahead] = named('library.photos.list')
  const other = { ...list, filter: { text: 'sea' } }
  await ask(link, 'library.photos.list', other)
  expect(ahead?.signal?.aborted).toBe(true)
  expect(named('library.photos.list').at(-1)?.input).toEqual(other)
  // A list that was asked for ahead is not an answer to any later call.
  await ask(link, 'library.photos.list', list)
  expect(named('library.photos.list')).toHaveLength(3)
})

test('whoever stops waiting ends the call that was made ahead', async () => {
  const link = callAhead(linkThat(), localStorage)
  const events = new AbortController()
  await ask(link, 'library.library.events', undefined, events.signal)
  events.abort()
  expect(named('library.library.events').map(({ signal }) => signal?.aborted)).toEqual([true])
})

test('days and pictures of another list than the present one are no answers to later calls', async () => {
  await openBefore()
  const byRating = callAhead(linkThat(), localStorage)
  // The window opens in another order, which has no days; the person chooses that of the last time much later.
  await ask(byRating, 'library.photos.list', { ...list, sort: { by: 'rating', order: 'desc' } })
  expect(named('library.search.days').map(({ signal }) => signal?.aborted)).toEqual([true])
  expect(await ask(byRating, 'library.search.days', days)).toBe(calls.length)
  expect(await ask(byRating, 'library.photos.thumbs', thumbs)).toBe(calls.length)
})

test('pictures that the first list did not need are no answer after the next list', async () => {
  await openBefore()
  const link = callAhead(linkThat(), localStorage)
  await ask(link, 'library.search.days', days)
  await ask(link, 'library.photos.list', list)
  await ask(link, 'library.photos.list', list)
  expect(await ask(link, 'library.photos.thumbs', thumbs)).toBe(calls.length)
})

test('the next opening does not ask ahead for what this one did not need', async () => {
  await openBefore()
  await ask(callAhead(linkThat(), localStorage), 'library.photos.list', list)
  calls = []
  callAhead(linkThat(), localStorage)
  expect(named('library.search.days')).toEqual([])
  expect(named('library.photos.list')).toHaveLength(1)
})

test('a call that failed before anybody took its answer, as on a lost connection, is made again', async () => {
  const link = callAhead(linkThat({ fails: 4 }), localStorage)
  expect(await ask(link, 'library.settings.get')).toBe(5)
})

test('the error of a call that fails again reaches who asks', async () => {
  const link = callAhead(linkThat({ fails: 5 }), localStorage)
  await expect(ask(link, 'library.settings.get')).rejects.toThrow('No library.settings.get')
})

test('whoever stopped waiting before takes no answer', async () => {
  const link = callAhead(linkThat(), localStorage)
  await ask(link, 'library.library.events', undefined, AbortSignal.abort())
  expect(named('library.library.events').map(({ signal }) => signal?.aborted)).toEqual([true, true])
})

test('a change is never made ahead', async () => {
  await openBefore()
  await ask(callAhead(linkThat(), localStorage), 'library.settings.set', { theme: 'dark' })
  calls = []
  callAhead(linkThat(), localStorage)
  expect(named('library.settings.set')).toEqual([])
})

test.each(['{', 'null', '3', '"text"', '[]'])('what is kept may be damaged: %s', (kept) => {
  localStorage.setItem('first-calls', kept)
  callAhead(linkThat(), localStorage)
  expect(calls).toHaveLength(4)
})

test('a full storage only costs the next opening time', async () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(await ask(callAhead(linkThat(), full), 'library.photos.list', list)).toBe(5)
})
