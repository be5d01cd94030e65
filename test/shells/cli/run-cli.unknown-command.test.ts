import { expect, test } from 'vitest'
import { tempFolder } from '../../fixtures/folders.ts'
import { runHere } from './run-here.ts'

test('an unknown command of a group is named with the existing ones', async () => {
  const dir = tempFolder()
  const { code, stdout, stderr } = await runHere(dir, 'album', 'make', 'Rome')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(
    'there is no album command "make"; there are: list, create, rename, move, remove, show, add, take-out, order.',
  )
  expect((await runHere(dir, 'keywords', 'make', 'Rome')).stderr).toContain('there is no keywords command "make"')
})

test('options, help and the list itself are not unknown commands', async () => {
  const dir = tempFolder()
  expect((await runHere(dir, 'album', 'help')).stdout).toContain('take-out')
  expect((await runHere(dir, 'album', 'list', 'Rome')).stderr).toContain('too many arguments')
  expect((await runHere(dir, 'album', '--jsn')).stderr).toContain("unknown option '--jsn'")
})
