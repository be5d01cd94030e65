import { appendFileSync, copyFileSync, mkdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byNight } from '../../../fixtures/night.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { makeTempFolder, removeFolder, tempFolder } from '../../../fixtures/folders.ts'
import { startCli, waitForEnd, waitForOutput } from '../run-cli.ts'
import { runHere } from '../run-here.ts'

type Line = { path: string; results: Record<string, unknown>; errors: Record<string, { code: string }> }

const PHOTOS = byNight(10, 24)
const KILLS = byNight(1, 3)
const drawnIn = makeTempFolder('batch-photos')
let drawn: string[]
beforeAll(async () => {
  drawn = await drawPhotos(drawnIn, PHOTOS, { width: 160, height: 120 })
})
afterAll(() => removeFolder(drawnIn))

/** A folder of photos with one file that is not a picture, and a place for everything else. */
function prepare() {
  const root = tempFolder('batch')
  const photos = join(root, 'photos')
  mkdirSync(join(photos, 'inner'), { recursive: true })
  const paths = drawn.map((path, n) => {
    const copy = join(photos, n % 2 ? 'inner' : '.', `photo-${n}.jpg`)
    copyFileSync(path, copy)
    return copy
  })
  const broken = join(photos, 'broken.jpg')
  writeFileSync(broken, 'This is no picture.')
  const output = join(root, 'found.jsonl')
  const args = ['batch', photos, '--operations', 'colors,tags', '--parameter', 'tags.limit=2', '--output', output]
  return { root, data: join(root, 'data'), photos, paths, broken, output, args }
}

/** Every line of an output; a torn one fails. */
const linesOf = (output: string): Line[] =>
  readFileSync(output, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

test('a line for each picture, errors included, and a matching exit code', { tags: 'night' }, async () => {
  const { data, paths, broken, output, args, photos } = prepare()
  const first = await runHere(data, ...args)
  expect([first.code, first.stdout]).toEqual([5, `${PHOTOS + 1} pictures, 1 failed: ${output}\n`])
  const lines = linesOf(output)
  expect(lines.map(({ path }) => path).sort()).toEqual([...paths, broken].sort())
  for (const { path, results, errors } of lines) {
    expect([Object.keys(results), Object.keys(errors)]).toEqual(
      path === broken ? [[], ['colors', 'tags']] : [['colors', 'tags'], []],
    )
    if (path !== broken) expect(results['colors']).toHaveProperty('colors.image_colors')
  }
  // again: nothing is analysed twice, and overlapping folders add nothing
  const again = await runHere(data, ...args, photos)
  expect(again.code).toBe(5)
  expect(linesOf(output)).toEqual(lines)
  const other = await runHere(data, 'batch', photos, '--operations', 'tags', '--output', output)
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('was begun with other operations')])
})

test(
  'killed in the middle, with a torn line, it resumes: nothing is duplicated, lost or torn',
  { tags: 'night' },
  async () => {
    const { data, paths, broken, output, args } = prepare()
    let before: Line[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const running = startCli(data, args)
      running.stderr?.resume()
      running.stdout?.resume()
      await untilLines(output, before.length + 3)
      running.kill('SIGKILL')
      await waitForEnd(running)
      const text = readFileSync(output, 'utf8')
      appendFileSync(output, text.slice(0, 30 + kill)) // as a power cut would leave it
      const whole = text.slice(0, text.lastIndexOf('\n') + 1)
      const lines = whole
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line)
      expect(lines.slice(0, before.length)).toEqual(before)
      before = lines
    }
    expect(before.length).toBeLessThan(PHOTOS + 1)
    const last = await runHere(data, ...args)
    expect(last.code).toBe(5)
    const lines = linesOf(output)
    expect(lines.slice(0, before.length)).toEqual(before)
    expect(lines.map(({ path }) => path).sort()).toEqual([...paths, broken].sort())
  },
)

test('one run at a time, and an interrupted one says how to resume', { tags: 'night' }, async () => {
  const { data, output, args } = prepare()
  const running = startCli(data, args)
  running.stdout?.resume()
  running.stderr?.resume()
  await untilLines(output, 1)
  const second = await runHere(data, ...args)
  expect([second.code, second.stderr]).toEqual([4, expect.stringContaining('is being written by')])
  const stopped = waitForOutput(running, /Stopped\. The same command goes on from here\./)
  running.kill('SIGINT')
  await stopped
  expect(await waitForEnd(running)).toBe(130)
  const lines = linesOf(output)
  expect(lines.length).toBeLessThan(PHOTOS)
  expect(lines.every(({ path, errors }) => path.endsWith('broken.jpg') || Object.keys(errors).length === 0)).toBe(true)
})

test('errors are reported before any picture is analysed', async () => {
  const { data, photos, output, root } = prepare()
  const foreign = join(root, 'notes.jsonl')
  writeFileSync(foreign, 'my notes\n')
  const wrong = [
    [['--operations', 'tag', '--output', output], 'operations has "tag"'],
    [['--operations', 'tags', '--parameter', 'tags.limit=few', '--output', output], 'tags: limit is "few"'],
    [['--operations', 'tags', '--parameter', 'tags.most=5', '--output', output], 'tags has no parameter "most"'],
    [['--operations', 'tags', '--parameter', 'colors.verbose=1', '--output', output], 'none of the --operations'],
    [['--operations', 'tags', '--output', foreign], 'is no output of "lumafold batch"'],
  ] as const
  for (const [args, sentence] of wrong) {
    const { code, stderr } = await runHere(data, 'batch', photos, ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
  }
  expect(readFileSync(foreign, 'utf8')).toBe('my notes\n')
})

/** Resolves once the output has this many complete lines. */
function untilLines(output: string, least: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    const isThere = statSync(output, { throwIfNoEntry: false }) !== undefined
    if (!isThere || readFileSync(output, 'utf8').split('\n').length <= least) return
    watcher.close()
    resolve()
  }
  const watcher = watch(join(output, '..'), check)
  check()
  return promise
}
