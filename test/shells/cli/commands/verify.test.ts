import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('verify compares every file with its record, and names changed ones', async () => {
  const base = tempFolder()
  const [data, folder] = [join(base, 'data'), join(base, 'photos')]
  const paths = await drawPhotos(folder, 3, { width: 300, height: 200 })
  await runHere(data, 'add', folder, '--wait')
  const well = await runHere(data, 'verify')
  expect([well.code, well.stdout.trim()]).toEqual([0, '3 files as recorded, 0 changed, 0 unreadable, 0 missing.'])

  const { atime, mtime } = statSync(paths[1]!)
  const bytes = readFileSync(paths[1]!)
  bytes[bytes.length - 300] = bytes[bytes.length - 300]! ^ 4
  writeFileSync(paths[1]!, bytes)
  utimesSync(paths[1]!, atime, mtime)
  const damaged = await runHere(data, 'verify', folder, '--json')
  expect(damaged.code).toBe(1)
  expect(JSON.parse(damaged.stdout)).toEqual({
    ok: false,
    equal: 2,
    metadata_changed: 0,
    not_recorded: 0,
    away: 0,
    changed: [{ path: paths[1], reason: expect.stringContaining('disk may be failing') }],
    unreadable: [],
    missing: [],
  })
  const text = await runHere(data, 'verify')
  expect(text.stdout).toContain(`CHANGED     ${paths[1]}: `)

  const elsewhere = await runHere(data, 'verify', base)
  expect([elsewhere.code, elsewhere.stderr]).toEqual([3, expect.stringContaining('no folder of the library')])
}, 120_000)
