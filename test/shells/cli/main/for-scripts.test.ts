import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdLock } from '../../../../src-main/base/sqlite/hold-lock.ts'
import { lockPath } from '../../../../src-main/library/safety/lock/library-lock.ts'
import { printRows } from '../../../../src-main/shells/cli/output/output.ts'
import { asRun, thisProcess } from '../../../../src-main/shells/cli/surroundings/run.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

let dataDir: string
let folder: string
const run = (...args: string[]) => runHere(dataDir, ...args)
const photo = () => join(folder, 'photo-001.jpg')

beforeAll(async () => {
  ;[dataDir, folder] = [makeTempFolder(), makeTempFolder()]
  await drawPhotos(folder, 3, { width: 60, height: 40 })
  await run('add', folder)
  await run('rate', photo(), '4')
})
afterAll(() => [dataDir, folder].forEach(removeFolder))

describe('exit codes distinguish', () => {
  test('a wrong command line, and missing things', async () => {
    expect((await run('list', '--wrong')).code).toBe(2)
    expect((await run('list', 'rating:')).code).toBe(2)
    expect((await run()).code).toBe(2)
    expect((await run('--help')).code).toBe(0)
    expect(await run('list', 'camera:none')).toMatchObject({ code: 3, stdout: '', stderr: 'No photos match.\n' })
    expect((await run('show', join(folder, 'none.jpg'))).code).toBe(3)
    expect((await run('album', 'show', 'none')).code).toBe(3)
    expect((await run('template', 'remove', 'none')).code).toBe(3)
  })

  test('a library that another process has open', async () => {
    const lock = holdLock({ path: lockPath(join(dataDir, 'library')), name: 'another', refusal: () => 'in use' })
    const refused = await run('list')
    lock.release()
    expect(refused).toMatchObject({ code: 4, stdout: '' })
  })

  test('partial success', async () => {
    const added = await run('add', folder, join(folder, 'none'))
    expect(added).toMatchObject({ code: 5, stdout: expect.stringContaining('3 photos') as string })
    expect(added.stderr).toContain('none')
    expect((await run('add', join(folder, 'none'))).code).toBe(1)
  })
})

test('a quiet run prints results and failures, and nothing else', async () => {
  expect((await run('list', 'camera:none')).stderr).toBe('No photos match.\n')
  expect(await run('list', 'camera:none', '--quiet')).toEqual({ code: 3, stdout: '', stderr: '' })
  expect((await run('-q', 'list')).stdout.trim().split('\n')).toHaveLength(3)
  expect((await run('--quiet', 'show', 'none.jpg')).stderr).toContain('none.jpg is not in the library')
  expect((await run('add', folder, '--quiet')).stderr).toBe('')
})

test('JSON Lines have the objects of the array, one per line', async () => {
  for (const command of [['list'], ['history', '--limit', '5']]) {
    const array = JSON.parse((await run(...command, '--json')).stdout) as unknown[]
    const lines = (await run(...command, '--jsonl')).stdout.trimEnd().split('\n')
    expect(array.length).toBeGreaterThan(0)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(array)
  }
})

test('a hundred thousand rows wait for their reader', async () => {
  let [made, taken, waiting] = [0, 0, 0]
  async function* rows() {
    for (; made < 100_000; made++) yield { path: `/photos/${made}.jpg` }
  }
  const stdout = new Writable({
    write(_chunk, _encoding, done) {
      taken++
      waiting = Math.max(waiting, made - taken)
      setImmediate(done)
    },
  })
  expect(await asRun({ ...thisProcess, stdout }, () => printRows(rows(), { jsonl: true }))).toBe(100_000)
  expect(waiting).toBeLessThan(5000)
})

test('readable times include their offset from UTC', async () => {
  expect((await run('history')).stdout).toMatch(/^\d+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d +Rated 1 photo/m)
})

describe('completion', () => {
  const has = (path: string) => existsSync(path)

  test('of an unknown shell is refused', async () => {
    expect((await run('completion', 'tcsh')).code).toBe(2)
  })

  test.skipIf(!has('/bin/bash') && !has('/usr/bin/bash'))('in bash', async () => {
    const script = join(dataDir, 'complete.bash')
    writeFileSync(script, (await run('completion', 'bash')).stdout)
    const complete = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lumafold; echo "${COMPREPLY[@]}"',
          script,
        ].concat('lumafold', words),
        { encoding: 'utf8' },
      ).trim()
    expect(complete('al')).toBe('album allow')
    expect(complete('album', 'cr')).toBe('create')
    expect(complete('similar', 'photo.jpg', '--by', '')).toBe('content colors')
    expect(complete('list', '--qu')).toBe('--quiet')
    expect(complete('completion', '')).toContain('bash zsh fish')
    expect(complete('add', 'pictures')).toBe('')
  })

  test.skipIf(!has('/usr/bin/fish'))('in fish', async () => {
    const script = join(dataDir, 'complete.fish')
    writeFileSync(script, (await run('completion', 'fish')).stdout)
    const complete = (line: string) =>
      execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line], {
        encoding: 'utf8',
      })
    expect(complete('lumafold album cr')).toBe('create\tmake an album\n')
    expect(complete('lumafold completion ')).toMatch(/^bash\t.*\nfish\t.*\nzsh\t.*\n$/)
    expect(complete('lumafold similar photo.jpg --by co')).toMatch(/^colors\t.*\ncontent\t/)
  })

  test.skipIf(!has('/usr/bin/zsh'))('in zsh the script loads', async () => {
    const script = join(dataDir, 'complete.zsh')
    writeFileSync(script, (await run('completion', 'zsh')).stdout)
    const load = 'autoload -Uz compinit; compinit -D -u; source $1; print $_comps[lumafold]'
    expect(execFileSync('zsh', ['-f', '-c', load, 'zsh', script], { encoding: 'utf8' })).toBe('_lumafold\n')
  })
})

test('the manual page has every command, with its options and the exit codes', async () => {
  const page = (await run('manual')).stdout
  const commands = [...(await run('--help')).stdout.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map((match) => match[1]!)
  const names = commands.filter((name) => name !== 'help').map((name) => name.replaceAll('-', String.raw`\-`))
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !page.includes(`.SS "${name}`))).toEqual([])
  expect(page).toContain(String.raw`.B "\-\-watching <how>"`)
  expect(page).toMatch(/\.SH EXIT STATUS\n\.TP\n\.B "0"/)
})
