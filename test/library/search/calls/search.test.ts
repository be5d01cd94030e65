import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { implementLibrary } from '../../../../src-main/library/api/dispatch/dispatch.ts'
import { searchHandlers } from '../../../../src-main/library/search/calls/search.ts'
import { metadata, openWithRoot } from '../../catalog/library.ts'

const quiet = () => undefined
const silentLog = { debug: quiet, info: quiet, warn: quiet, error: quiet }

test('days say whether photos may still get a date, because their metadata are not read yet', async () => {
  const { catalog, add } = openWithRoot()
  const calls = createRouterClient(searchHandlers(implementLibrary(silentLog), { catalog }), {})
  const [id] = add('a.jpg')
  expect(await calls.days({})).toMatchObject({ days: [{ day: null, count: 1 }], isReading: true })
  catalog.files.saveMetadata([{ id: id!, metadata: metadata({}), width: 10, height: 20 }])
  expect(await calls.days({})).toMatchObject({ days: [{ day: null, count: 1 }], isReading: false })
})
