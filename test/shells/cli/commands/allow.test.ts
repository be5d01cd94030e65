import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { runHere } from '../run-here.ts'

let base: string
let dataDir: string
let drive: string

beforeAll(() => {
  base = realpathSync(makeTempFolder())
  dataDir = join(base, 'data')
  drive = join(base, 'drive')
  mkdirSync(drive)
})
afterAll(() => removeFolder(base))

test('a folder is allowed, listed and revoked', async () => {
  expect((await runHere(dataDir, 'allow')).stdout).toContain('No folder is allowed')
  expect(await runHere(dataDir, 'allow', join(drive, '..', 'drive'))).toMatchObject({
    code: 0,
    stdout: `Windows in a browser may use ${drive} and all below it.\n`,
  })
  expect((await runHere(dataDir, 'allow')).stdout).toBe(`${drive}\n`)
  expect(JSON.parse((await runHere(dataDir, 'allow', '--json')).stdout)).toEqual([{ path: drive, is_there: true }])
  expect(await runHere(dataDir, 'allow', '--remove', drive)).toMatchObject({ code: 0 })
  expect(await runHere(dataDir, 'allow', '--remove', drive)).toMatchObject({
    code: 3,
    stderr: `lumafold: ${drive} is not among the folders that "lumafold allow" lists.\n`,
  })
})

test('a path that is not a folder is refused', async () => {
  const missing = join(base, 'nothing')
  expect(await runHere(dataDir, 'allow', missing)).toMatchObject({
    code: 1,
    stderr: `lumafold: There is no folder at ${missing}.\n`,
  })
})
