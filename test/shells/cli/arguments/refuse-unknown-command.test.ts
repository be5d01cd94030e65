import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { runCli } from '../run-cli.ts'

test('a command that a group does not have is named with those that it has', async () => {
  const dir = tempFolder()
  const { code, stdout, stderr } = await runCli(dir, 'album', 'make', 'Rome')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(
    'there is no album command "make"; there are: list, create, rename, move, remove, show, add, take-out, order.',
  )
  expect((await runCli(dir, 'keywords', 'make', 'Rome')).stderr).toContain('there is no keywords command "make"')
})

test('options, help and the list itself are no unknown commands', async () => {
  const dir = tempFolder()
  expect((await runCli(dir, 'album', 'help')).stdout).toContain('take-out')
  expect((await runCli(dir, 'album', 'list', 'Rome')).stderr).toContain('too many arguments')
  expect((await runCli(dir, 'album', '--jsn')).stderr).toContain("unknown option '--jsn'")
})
