import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { useLoads } from '../../../src-renderer/client/use-loads.ts'
import { useToasts } from '../../../src-renderer/client/use-toasts.ts'
import { withStores } from '../mount-app.ts'

const lost = (): Promise<never> => Promise.reject(new DOMException('The queue was closed', 'AbortError'))
const stores = () => withStores({}, () => ({ loads: useLoads(), toasts: useToasts() })).result

test('what could not be loaded is reported, and loaded again when the person wants that', async () => {
  const { loads, toasts } = stores()
  let isBroken = true
  const load = async (): Promise<void> => {
    if (isBroken) throw new ORPCError('disk-failing', { message: 'The disk fails.' })
  }
  await loads.run(load)
  expect(toasts.errors).toMatchObject([{ title: 'Not everything could be loaded', detail: 'The disk fails.' }])
  expect(loads.problemOf(load)).toBe('The disk fails.')
  isBroken = false
  toasts.errors[0]!.action!.run()
  await Promise.resolve()
  expect(loads.problemOf(load)).toBe('')
})

test('many failures are one notice, and each of them is loaded again', async () => {
  const { loads, toasts } = stores()
  const tried: string[] = []
  const failing = (name: string) => async (): Promise<never> => {
    tried.push(name)
    throw new TypeError('x is not a function')
  }
  await Promise.all([loads.run(failing('albums')), loads.run(failing('people'))])
  expect(toasts.errors).toMatchObject([{ detail: 'Unexpected error. Details are in the log.', times: 2 }])
  toasts.errors[0]!.action!.run()
  expect(tried).toEqual(['albums', 'people', 'albums', 'people'])
})

test('a lost connection and an answer that was expected are no failures', async () => {
  const { loads, toasts } = stores()
  const gone = async (): Promise<string> => {
    throw new ORPCError('photo-not-found', { message: 'No photo has the id 1.' })
  }
  await loads.run(lost)
  expect(await loads.ask(lost)).toBeUndefined()
  expect(await loads.ask(gone, ['photo-not-found'])).toBeUndefined()
  await loads.run(gone, ['photo-not-found'])
  expect([toasts.list, loads.problemOf(gone)]).toEqual([[], ''])
  expect(await loads.ask(gone)).toBeUndefined()
  expect(toasts.errors).toHaveLength(1)
  expect(await loads.ask(async () => 'answer')).toBe('answer')
})
