import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RunningExports, temporaryPath } from '../../../../src-main/library/export/files/running-exports.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { silentLog } from '../../../shells/small-library.ts'
import { createState } from '../fake-state.ts'

test('a file half written by a killed program is removed, and nothing else', async () => {
  const [state, folder] = [createState(), tempFolder()]
  const before = new RunningExports(state, silentLog)
  before.noteStart({ jobId: 'killed', folder })
  before.noteStart({ jobId: 'ended', folder })
  before.noteEnd('ended')
  writeFileSync(temporaryPath({ jobId: 'killed', folder }), 'half')
  writeFileSync(temporaryPath({ jobId: 'of another library', folder }), 'half')
  writeFileSync(join(folder, 'whole.jpg'), 'whole')

  const after = new RunningExports(state, silentLog)
  after.noteStart({ jobId: 'now', folder })
  writeFileSync(temporaryPath({ jobId: 'now', folder }), 'half')
  await after.removeLeftovers()
  const left = readdirSync(folder).map((name) => /^\.lumafold-(.*)-.{36}\.part$/.exec(name)?.[1] ?? name)
  expect(left.sort()).toEqual(['now', 'of another library', 'whole.jpg'])
  after.noteEnd('now')
  expect(state.getState('exports.running')).toBeNull()
})

test('a missing folder is forgotten', async () => {
  const [state, folder] = [createState(), tempFolder()]
  new RunningExports(state, silentLog).noteStart({ jobId: 'killed', folder })
  rmSync(folder, { recursive: true })
  await new RunningExports(state, silentLog).removeLeftovers()
  expect(state.getState('exports.running')).toBeNull()
})
