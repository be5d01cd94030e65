import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder, repositoryDir } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'

let base: string
let folder: string

/** Runs the command line in the folder of the photos; arguments are bytes, as the system hands them over. */
const run = (...args: (string | Buffer)[]) => runIn(folder, ...args)

function runIn(cwd: string, ...args: (string | Buffer)[]) {
  const main = join(repositoryDir, 'src-main/shells/cli/main.ts')
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', main, ...args]
  // Node gives arguments to a process as text: a shell reads the bytes from a file and hands them on.
  const file = Buffer.concat(words.map((word) => Buffer.concat([Buffer.from(word), Buffer.from('\0')])))
  const { status, stdout, stderr } = spawnSync('xargs', ['-0', 'env'], {
    input: file,
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LUMAFOLD_DATA_DIR: join(base, 'data'), NO_COLOR: '1' },
  })
  return { isGood: status === 0, stdout, stderr }
}

// Names of any bytes, and programs that hand them on, are of the systems that are like Unix.
describe.skipIf(process.platform === 'win32')('names on the command line', () => {
  const names = ['-dash.jpg', 'trailing.jpg ', ' leading.jpg', 'two\nlines.jpg', '--tag', '-', "it's.jpg"]

  beforeAll(async () => {
    base = makeTempFolder()
    folder = join(base, 'photos')
    const drawn = await drawPhotos(folder, 5)
    names.slice(0, 4).forEach((name, i) => renameSync(drawn[i]!, join(folder, name)))
    renameSync(drawn[4]!, join(folder, "it's.jpg"))
    mkdirSync(join(base, '-more '))
    expect(run('add', '.', '--wait').stdout).toContain('5 photos, 5 analysed')
  })
  afterAll(() => removeFolder(base))

  test.each([
    [['--', '-dash.jpg'], '-dash.jpg'],
    [['./-dash.jpg'], '-dash.jpg'],
    [['trailing.jpg '], 'trailing.jpg '],
    [[' leading.jpg'], ' leading.jpg'],
    [['two\nlines.jpg'], 'two\nlines.jpg'],
    [["it's.jpg"], "it's.jpg"],
  ])('%j is found', (args, name) => {
    const shown = run('show', '--json', ...args)
    expect(shown).toMatchObject({ isGood: true, stderr: '' })
    expect((JSON.parse(shown.stdout) as { path: string }).path).toBe(join(folder, name))
  })

  test('a name with a dash is rated behind "--", and without it there is a hint', () => {
    expect(run('rate', '--', '-dash.jpg', 'trailing.jpg ', '4').stdout).toBe('2 photos rated 4\n')
    const refused = run('rate', '-dash.jpg', '4')
    expect(refused.isGood).toBe(false)
    expect(refused.stderr).toContain('There is a file of that name: write "./-dash.jpg", or "--" before the names.')
    expect(run('list', '--colour').stderr).not.toContain('There is a file')
  })

  test('a folder whose name begins with a dash and ends with a blank is added', () => {
    const added = runIn(base, 'add', '--', '-more ')
    expect(added.isGood).toBe(true)
    expect(added.stderr).not.toContain('lumafold:')
    expect(added.stdout).toContain(`${join(base, '-more ')}: 0 photos`)
  })

  test.each(['show', 'add'])('%s of a name that is not UTF-8 says so and what to do', (command) => {
    const name = Buffer.from([0x62, 0x61, 0x64, 0xff, 0xfe, 0x2e, 0x6a, 0x70, 0x67])
    const refused = run(command, name)
    expect(refused.isGood).toBe(false)
    expect(refused.stderr).toMatch(/^lumafold: The name "bad\uFFFD+\.jpg" holds bytes that are not UTF-8.*Rename it/)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  })
})
