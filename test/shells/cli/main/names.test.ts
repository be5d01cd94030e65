import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { beginHere } from '../run-here.ts'

let base: string
let folder: string

/** Runs the command line in the folder of the photos. */
const run = (...args: string[]) => runIn(folder, ...args)
const runIn = (cwd: string, ...args: string[]) => beginHere(join(base, 'data'), args, { cwd }).ended

// Names with any characters exist on Unix-like systems.
describe.skipIf(process.platform === 'win32')('names on the command line', () => {
  const names = ['-dash.jpg', 'trailing.jpg ', ' leading.jpg', 'two\nlines.jpg', "it's.jpg"]

  beforeAll(async () => {
    base = makeTempFolder()
    folder = join(base, 'photos')
    const drawn = await drawPhotos(folder, names.length)
    names.forEach((name, i) => renameSync(drawn[i]!, join(folder, name)))
    mkdirSync(join(base, '-more '))
    expect((await run('add', '.')).stdout).toContain('5 photos')
  })
  afterAll(() => removeFolder(base))

  test.each([
    [['--', '-dash.jpg'], '-dash.jpg'],
    [['./-dash.jpg'], '-dash.jpg'],
    [['trailing.jpg '], 'trailing.jpg '],
    [[' leading.jpg'], ' leading.jpg'],
    [['two\nlines.jpg'], 'two\nlines.jpg'],
    [["it's.jpg"], "it's.jpg"],
  ])('%j is found', async (args, name) => {
    const shown = await run('show', '--json', ...args)
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect((JSON.parse(shown.stdout) as { path: string }).path).toBe(join(folder, name))
  })

  test('a name with a dash is rated after "--", and without it there is a hint', async () => {
    expect((await run('rate', '--', '-dash.jpg', 'trailing.jpg ', '4')).stdout).toBe('2 photos rated 4\n')
    const refused = await run('rate', '-dash.jpg', '4')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('There is a file of that name: write "./-dash.jpg", or "--" before the names.')
    expect((await run('list', '--colour')).stderr).not.toContain('There is a file')
  })

  test('a folder whose name begins with a dash and ends with a blank is added', async () => {
    const added = await runIn(base, 'add', '--', '-more ')
    expect(added.code).toBe(0)
    expect(added.stderr).not.toContain('lumafold:')
    expect(added.stdout).toContain(`${join(base, '-more ')}: 0 photos`)
  })

  test('a path may be relative to the folder that the program was started in', async () => {
    const out = await runIn(base, 'export-library', 'out', '--format', 'csv')
    expect(out.stdout).toBe(`5 photos in ${join(base, 'out', 'lumafold-library.csv')}\n`)
  })

  test.each(['show', 'add'])('%s for a name that is not UTF-8 says so with advice', async (command) => {
    const refused = await run(command, 'bad\uFFFD\uFFFD.jpg') // as Node passes such bytes to a program
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/^lumafold: The name "bad\uFFFD+\.jpg" holds bytes that are not UTF-8.*Rename it/)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  })
})
