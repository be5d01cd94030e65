/** @module-tag night */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { startFakeService } from './fake-service.ts'
import { good } from './good.ts'
import { makePhoto, openRemote } from './open-remote.ts'

test('a program killed between two answers pays for neither the upload nor the first answer again', async () => {
  const service = await startFakeService()
  service.faults.push({ on: /colors/, slowMs: 60_000 })
  const [folder, path] = [tempFolder('killed'), await makePhoto()]
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-child.ts'), folder, service.address, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(service.processed).toEqual(['/v2/tags'])

  const catalog = openCatalog(folder)
  onTestFinished(() => catalog.close())
  const { engine } = openRemote(
    service,
    { operations: ['tags', 'colors'] },
    { memory: catalog.remote, savesOutcomes: false },
  )
  expect(good(await engine.analyse({ path, steps: ['tags', 'colors'] })).remote?.toSorted()).toEqual(['colors', 'tags'])
  expect(service.processed).toEqual(['/v2/tags', '/v2/colors'])
  expect(service.uploads.size).toBe(1)
  // Nobody knows the result of the interrupted request, so it stays counted.
  expect(engine.state().spent).toBe(3)
})
