import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { runCli, startCli, waitForEnd } from '../run-cli.ts'
import { runHere } from '../run-here.ts'

const main = join(repositoryDir, 'src-main/shells/cli/main.ts')

test('results go to standard output, failures to standard error, and the exit code distinguishes them', async () => {
  const data = tempFolder()
  expect(await runCli(data, 'list', '--json')).toEqual({ code: 3, stdout: '[]\n', stderr: '' })
  expect(await runCli(data, 'show', 'absent.jpg')).toEqual({
    code: 3,
    stdout: '',
    stderr: 'lumafold: absent.jpg is not in the library: add its folder with "lumafold add".\n',
  })
})

test('a reader that closes the pipe early is not a failure', { tags: 'night' }, async () => {
  const program = startCli(tempFolder(), ['--help'])
  program.stdout!.destroy()
  const [output, code] = await Promise.all([text(program.stderr!), waitForEnd(program)])
  expect({ output, code }).toEqual({ output: '', code: 0 })
})

// Names of any bytes, and a shell that passes them on, exist on Unix-like systems.
test.skipIf(process.platform === 'win32')('a name that is not UTF-8 says so with advice', { tags: 'night' }, () => {
  const name = Buffer.from([0x62, 0x61, 0x64, 0xff, 0xfe, 0x2e, 0x6a, 0x70, 0x67])
  // Node passes arguments to a process as text: a program reads the bytes and passes them on.
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', main, 'show', name]
  const { status, stderr } = spawnSync('xargs', ['-0', 'env'], {
    input: Buffer.concat(words.flatMap((word) => [Buffer.from(word), Buffer.from('\0')])),
    encoding: 'utf8',
    env: { ...process.env, LUMAFOLD_DATA_DIR: tempFolder() },
  })
  expect(status).not.toBe(0)
  expect(stderr).toMatch(/^lumafold: The name "bad\uFFFD+\.jpg" holds bytes that are not UTF-8.*Rename it/)
})

test('commands called in one process print separately, and leave nothing behind in it', async () => {
  const state = () => [process.exitCode, process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')]
  const before = state()
  const names = ['one', 'two', 'three']
  const made = await Promise.all(names.map((name) => runHere(tempFolder(), 'album', 'create', name)))
  expect(made).toEqual(names.map((name) => ({ code: 0, stdout: `Made the album “${name}”\n`, stderr: '' })))
  const [wrong, right] = await Promise.all([
    runHere(tempFolder(), 'models', 'install', '--from', tempFolder()),
    runHere(tempFolder(), 'history', '--json'),
  ])
  expect([wrong.code, right.code]).toEqual([3, 0])
  expect(state()).toEqual(before)
})
