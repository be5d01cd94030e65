import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FoundCategory, NsfwShares } from '../../../src-main/contract/analysis/category.ts'
import { Colors } from '../../../src-main/contract/analysis/color.ts'
import { Cropping } from '../../../src-main/contract/analysis/cropping.ts'
import { Face } from '../../../src-main/contract/analysis/face.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { sharedModels } from '../../fixtures/shared.ts'
import { fillWithPhotos, writeSmallerCopy } from '../real-photos.ts'
import { writeTinyPair } from '../../fixtures/tiny-pair.ts'
import type { CliResult } from './run-cli.ts'
import { runHere } from './run-here.ts'

const PHOTOS = 6

/** The documented shape; `strictObject`, so that a field missing in JSON.md fails here. */
const PhotoJson = z.strictObject({
  path: z.string(),
  status: z.string(),
  reason: z.string(),
  format: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  taken_at: z.string().nullable(),
  rating: z.int(),
  label: z.string(),
  pick: z.int(),
  tags: z.array(
    z.strictObject({
      name: z.string(),
      confidence: z.number(),
      source: z.enum(['engine', 'remote', 'person', 'file']),
      synset_id: z.string().optional(),
    }),
  ),
  categories: z.array(FoundCategory),
  colors: Colors.nullable(),
  faces: z.array(Face.pick({ confidence: true, coordinates: true }).strict()),
  nsfw: NsfwShares.nullable(),
  nsfw_verdict: z.enum(['safe', 'underwear', 'nsfw']),
  judgement: z.enum(['fine', 'sensitive']).nullable(),
  private: z.boolean(),
  croppings: z.array(Cropping),
  metadata: z.record(z.string().regex(/^[a-z0-9_]+$/), z.unknown()),
  metadata_problem: z.string(),
})
const ListJson = z.array(
  z.strictObject({
    path: z.string(),
    status: z.string(),
    width: z.int(),
    height: z.int(),
    taken_at: z.string().nullable(),
    rating: z.int(),
    label: z.string(),
    pick: z.int(),
    faces: z.int(),
    nsfw: z.string(),
    private: z.boolean(),
  }),
)
const SimilarJson = z.strictObject({
  path: z.string(),
  by: z.string(),
  images: z.array(z.strictObject({ path: z.string(), distance: z.number() })),
})

const WhyJson = z.array(
  z.strictObject({
    name: z.string(),
    label: z.string(),
    isGiven: z.boolean(),
    reasons: z.array(
      z.strictObject({
        key: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
        text: z.string(),
      }),
    ),
  }),
)

let base: string
let dataDir: string
let folder: string
let photos: string[]
let copy: string
let broken: string
let added: CliResult
/** A folder with little in it, for repeated adding. */
let few: string

const run = (...args: string[]) => runHere(dataDir, ...args)
const show = async (path: string) => PhotoJson.parse(JSON.parse((await run('show', path, '--json')).stdout))

beforeAll(async () => {
  base = makeTempFolder()
  dataDir = join(base, 'data')
  folder = join(base, 'my photos')
  photos = await fillWithPhotos(folder, PHOTOS)
  copy = join(folder, 'smaller copy.jpg')
  broken = join(folder, 'broken.jpg')
  await writeSmallerCopy(photos[0]!, copy)
  writeFileSync(broken, 'this is no picture')
  added = await run('add', folder, '--wait')
  few = join(base, 'few')
  await drawPhotos(few, 2, { width: 300, height: 200 })
})
afterAll(() => removeFolder(base))

describe('add --wait', () => {
  test('analyses everything and ends with 0, even if one file cannot be read', () => {
    expect(added.stdout).toContain(`${PHOTOS + 2} photos, ${PHOTOS + 1} analysed, 1 could not be read`)
    expect(added.stderr).toContain(`${broken}: `)
    expect(added.code).toBe(0)
  })

  test('accepts how to notice changes, and names the choices', { tags: 'night' }, async () => {
    expect((await run('add', folder, '--watching', 'off')).code).toBe(0)
    expect((await run('add', folder, '--watching', 'auto')).code).toBe(0)
    const refused = await run('add', folder, '--watching', 'sometimes')
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('auto, events, polling, off')
  })

  test('for a missing folder says so and ends with 1', async () => {
    const result = await run('add', join(base, 'nothing here'))
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toContain('nothing here')
    expect(result.stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('list', () => {
  test('prints a line per photo, and JSON of the documented shape', async () => {
    const plain = await run('list')
    expect(plain.stdout.trim().split('\n')).toHaveLength(PHOTOS + 2)
    expect(plain.stdout).toContain(`${broken} (failed)`)
    const listed = ListJson.parse(JSON.parse((await run('list', '--json')).stdout))
    expect(listed.map((photo) => photo.path).sort()).toEqual([...photos, copy, broken].sort())
    expect(listed.filter((photo) => photo.status === 'ready')).toHaveLength(PHOTOS + 1)
  })

  test('finds photos by words and by tag, and nothing if nothing matches', { tags: 'night' }, async () => {
    const photo = await show(photos[0]!)
    const tag = photo.tags.toSorted((a, b) => b.confidence - a.confidence)[0]!.name // tags below 20 % are not searched
    for (const args of [
      ['list', tag, '--json'],
      ['list', '--tag', tag, '--json'],
    ]) {
      const found = ListJson.parse(JSON.parse((await run(...args)).stdout))
      expect(found.map((one) => one.path)).toContain(photo.path)
    }
    const name = basename(photos[0]!)
    const inWords = await run('list', `zzzznothing OR name:"${name}" -is:missing`)
    expect(inWords).toMatchObject({ code: 0, stdout: expect.stringContaining(photos[0]!), stderr: '' })
    const tooMuch = await run('list', 'zzzznothing', `name:"${name}"`)
    expect(tooMuch).toMatchObject({ code: 3, stdout: '' })
    expect(tooMuch.stderr).toContain('“zzzznothing” finds no photo.\nWithout zzzznothing: 1 photo\n')
    const refused = await run('list', 'iso:fast', 'rating:')
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('“fast” is no number for “iso”')
    expect(refused.stderr).toContain('“rating” has no value yet')
    expect((await run('list', 'zzzznothing', '--json')).stdout).toBe('[]\n')
    expect(await run('list', 'zzzznothing')).toMatchObject({ code: 3, stdout: '', stderr: 'No photos match.\n' })
  })
})

describe('show', () => {
  test('shows everything about a photo in the documented shape', async () => {
    const photo = await show(photos[0]!)
    const { width, height } = await sharp(photos[0]!)
      .autoOrient()
      .toBuffer({ resolveWithObject: true })
      .then(({ info }) => info)
    expect(photo).toMatchObject({ path: photos[0], status: 'ready', reason: '', format: 'jpeg', width, height })
    expect(photo.tags.length).toBeGreaterThan(0)
    expect(photo.colors!.image_colors[0]!.html_code).toMatch(/^#[0-9a-f]{6}$/)
    expect(photo.nsfw!.nsfw + photo.nsfw!.underwear + photo.nsfw!.safe).toBeCloseTo(100, 0)
    expect(photo.croppings.length).toBeGreaterThan(0)
  })

  test('explains why a photo has a tag and lacks another, and which word may be meant', async () => {
    const { name } = (await show(photos[0]!)).tags.find(({ source }) => source === 'engine')!
    const why = await run('show', '--why', name, photos[0]!)
    expect(why.stdout).toMatch(new RegExp(`^The photo has the tag “${name}”\\.\n  .*\\n`))
    expect(why.stdout).toMatch(/^ {2}Found now: \d+%\.$/m)
    const [lacks] = WhyJson.parse(JSON.parse((await run('show', '--why', 'giraffe', photos[0]!, '--json')).stdout))
    expect(lacks).toMatchObject({ name: 'giraffe', isGiven: false })
    const typo = await run('show', '--why', 'girraffe', photos[0]!)
    expect(typo).toMatchObject({ code: 2, stdout: '' })
    expect(typo.stderr).toContain('Is “giraffe” meant?')
  })

  test('gives the reason why a photo failed', async () => {
    const photo = await show(broken)
    expect(photo.status).toBe('failed')
    expect(photo.reason).not.toBe('')
    expect((await run('show', broken)).stdout).toContain(photo.reason)
  })

  test('for a file outside the library gives advice', async () => {
    const result = await run('show', join(base, 'other.jpg'))
    expect(result).toMatchObject({ code: 3, stdout: '' })
    expect(result.stderr).toContain('lumafold add')
  })
})

describe('similar', () => {
  test('for an unreadable photo says so instead of promising anything', async () => {
    const result = await run('similar', broken)
    expect(result.code).toBe(1)
    expect(result.stderr).toMatch(/broken\.jpg could not be read/)
  })

  test.each(['content', 'colors'])('by %s finds the smaller copy first', async (by) => {
    const found = SimilarJson.parse(
      JSON.parse((await run('similar', photos[0]!, '--by', by, '--limit', '5', '--json')).stdout),
    )
    expect(found).toMatchObject({ path: photos[0], by })
    expect(found.images[0]!.path).toBe(copy)
    expect(found.images).toHaveLength(5)
    const distances = found.images.map((image) => image.distance)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
  })
})

describe('export', () => {
  test('writes crops of the requested sizes and leaves the photos unchanged', async () => {
    const hash = () => createHash('sha256').update(readFileSync(photos[0]!)).digest('hex')
    const before = hash()
    const target = join(base, 'exported', 'crops')
    const result = await run(
      'export',
      photos[0]!,
      photos[1]!,
      '--size',
      '108x135,192x108',
      '--size',
      '90x90',
      '--to',
      target,
      '--format',
      'webp',
      '--quality',
      '80',
      '--pattern',
      '{name}-{size}',
    )
    expect(result).toMatchObject({ code: 0, stdout: `6 files written to ${target}\n` })
    const names = [photos[0]!, photos[1]!].map((path) => basename(path, '.jpg'))
    const expected = names.flatMap((name) => ['108x135', '192x108', '90x90'].map((size) => `${name}-${size}.webp`))
    expect(readdirSync(target).sort()).toEqual(expected.sort())
    for (const name of expected) {
      const { format, width, height } = await sharp(join(target, name)).metadata()
      expect(`${format} ${width}x${height}`).toBe(`webp ${/\d+x\d+(?=\.webp$)/.exec(name)![0]}`)
    }
    expect(hash()).toBe(before)
  })

  test('without one of the photos ends with 1 and names it', async () => {
    const result = await run('export', broken, '--size', '100x100', '--to', join(base, 'missed'))
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('broken.jpg')
  })

  test('refuses invalid sizes', async () => {
    const result = await run('export', photos[0]!, '--size', '100', '--to', join(base, 'none'))
    expect(result.code).toBe(2)
    expect(result.stderr).toContain('"100" is not a size')
  })
})

describe('tag and rate', () => {
  test('change several photos at once, and show it', { tags: 'night' }, async () => {
    expect(await run('tag', photos[1]!, photos[2]!, '--add', 'grandma', '--add', 'to print')).toMatchObject({
      code: 0,
      stdout: '2 photos changed\n',
    })
    expect(await run('rate', photos[1]!, photos[2]!, '4')).toMatchObject({ code: 0, stdout: '2 photos rated 4\n' })
    const photo = await show(photos[2]!)
    expect(photo.rating).toBe(4)
    expect(
      photo.tags
        .filter((tag) => tag.source === 'person')
        .map((tag) => tag.name)
        .sort(),
    ).toEqual(['grandma', 'to print'])
    await run('tag', photos[2]!, '--remove', 'grandma')
    expect((await show(photos[2]!)).tags.some((tag) => tag.name === 'grandma')).toBe(false)
    expect((await show(photos[1]!)).tags.some((tag) => tag.name === 'grandma')).toBe(true)
    expect(ListJson.parse(JSON.parse((await run('list', '--rating', '4', '--json')).stdout))).toHaveLength(2)
  })

  test('are listed and undone, one by one and by number', { tags: 'night' }, async () => {
    const sentences = async () =>
      (
        JSON.parse((await run('history', '--json')).stdout) as { id: number; sentence: string; is_undone: boolean }[]
      ).map(({ sentence, is_undone }) => [sentence, is_undone])
    const photo = photos[4]!
    expect(await run('label', photo, '--as', 'Red')).toMatchObject({ stdout: 'Gave 1 photo the label “Red”\n' })
    expect(await run('pick', photo, '--reject')).toMatchObject({ stdout: 'Rejected 1 photo\n' })
    expect(await show(photo)).toMatchObject({ label: 'Red', pick: -1 })
    expect((await run('show', photo)).stdout).toMatch(/^Flag +rejected\nLabel +Red$/m)
    expect(await run('undo')).toMatchObject({ code: 0, stdout: 'Undone: Rejected 1 photo\n' })
    const [newest] = JSON.parse((await run('history', '--json')).stdout) as { id: number }[]
    expect(await run('undo', '--id', String(newest!.id - 1))).toMatchObject({
      stdout: 'Undone: Gave 1 photo the label “Red”\n',
    })
    expect(await show(photo)).toMatchObject({ label: '', pick: 0 })
    expect((await sentences()).slice(0, 3)).toEqual([
      ['Rejected 1 photo', true],
      ['Gave 1 photo the label “Red”', true],
      ['Took the tag “grandma” off 1 photo', false],
    ])
    expect(await run('redo')).toMatchObject({ stdout: 'Redone: Gave 1 photo the label “Red”\n' })
    expect((await run('history')).stdout.split('\n')[0]).toMatch(
      /^\d+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d +Rejected 1 photo \(undone\)$/,
    )
    expect(await run('undo', '--id', '999')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('999') as string,
    })
    expect((await run('label', photo)).code).toBe(2)
    await run('label', photo, '--none')
  })

  test('change nothing if a photo or a rating is unknown', async () => {
    expect((await run('rate', photos[3]!, join(base, 'other.jpg'), '5')).code).toBe(3)
    expect((await run('rate', photos[3]!, '6')).code).toBe(2)
    expect((await run('tag', photos[3]!)).code).toBe(2)
    expect((await show(photos[3]!)).rating).toBe(0)
  })
})

describe('models', () => {
  test('are listed with their state', async () => {
    const models = JSON.parse((await run('models', 'list', '--json')).stdout) as { set: string; state: string }[]
    expect(models.filter((model) => model.set === 'bundled' && model.state === 'installed').length).toBeGreaterThan(0)
    const lines = (await run('models')).stdout.trim().split('\n')
    expect(lines).toHaveLength(models.length)
    expect(lines.find((line) => line.startsWith('yolox-s-int8'))).toContain('(not yet measured)')
    expect(lines.find((line) => line.startsWith('centernet'))).not.toContain('measured')
  })

  test('outside the set, or that cannot be removed, are refused by name', async () => {
    const wrong = await run('models', 'install', '--set', 'larger', '--only', 'yolox-nano')
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('has no model yolox-nano') })
    expect(await run('models', 'remove', 'centernet')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Only models of the larger set'),
    })
    expect(await run('models', 'remove', 'yolox-s-int8')).toMatchObject({ code: 0, stdout: 'yolox-s-int8 removed\n' })
  })

  test.skipIf(!sharedModels())(
    'are installed from a folder and make a new analysis worthwhile',
    { tags: 'night' },
    async () => {
      const own = join(base, 'own data')
      await runHere(own, 'add', few)
      const installed = await runHere(own, 'models', 'install', '--from', sharedModels()!)
      expect(installed.code).toBe(0)
      expect(installed.stdout).toMatch(/^\d+ models installed: /)
      const again = await runHere(own, 'models', 'install', '--from', sharedModels()!)
      expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+ models installed already: /) })
      const models = JSON.parse((await runHere(own, 'models', 'list', '--json')).stdout) as {
        set: string
        state: string
      }[]
      expect(models.filter((model) => model.set === 'standard').every((model) => model.state === 'installed')).toBe(
        true,
      )
      const result = await runHere(own, 'add', few, '--wait')
      expect(result.stdout).toContain('2 analysed')
    },
  )

  test(
    'include a text-image pair from a folder or an address, which finds photos by a sentence, and can be removed',
    { tags: 'night' },
    async () => {
      const own = join(base, 'own sentences')
      await runHere(own, 'add', few, '--wait')
      const pair = (...words: string[]) => runHere(own, 'models', 'pair', ...words)
      const none = /^No text-image pair is installed\.\nclip-b32-multilingual: .* 228\.0 MB, .*\nclip-b32: .*\n$/
      expect(await pair()).toMatchObject({ code: 0, stdout: expect.stringMatching(none) })
      const source = writeTinyPair(join(base, 'colours'))
      expect((await runHere(own, 'models', 'install', '--from', source)).stdout).toBe('1 model installed: colours\n')
      expect((await pair()).stdout).toMatch(/^colours, 0\.0 MB, not stated\n/)
      await runHere(own, 'add', few, '--wait') // waiting photos are analysed
      const found = JSON.parse((await runHere(own, 'list', 'shows:green~1', '--json')).stdout) as unknown[]
      expect(found).toHaveLength(1)
      expect(await pair('--address', 'http://127.0.0.1:1/pair.json', '--sha256', '0'.repeat(64))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Nothing could be read at 127.0.0.1:1'),
      })
      expect((await pair('--address', 'file:///etc/passwd', '--sha256', '0'.repeat(64))).code).toBe(2)
      expect((await pair('--remove')).stdout).toMatch(none)
    },
  )

  test('from a folder without any are reported as missing', async () => {
    expect(await run('models', 'install', '--from', folder)).toMatchObject({
      code: 3,
      stdout: 'No known model file was found there.\n',
    })
  })
})

test('doctor finds no fault, and reports a missing folder', { tags: 'night' }, async () => {
  const healthy = await run('doctor')
  expect(healthy.stdout).toContain('All is well.')
  expect(healthy.code).toBe(0)
  const own = join(base, 'doctor data')
  const gone = join(base, 'gone')
  await drawPhotos(gone, 1)
  await runHere(own, 'add', gone)
  removeFolder(gone)
  const ill = await runHere(own, 'doctor', '--json')
  expect(ill.code).toBe(1)
  const { ok, checks } = JSON.parse(ill.stdout) as {
    ok: boolean
    checks: { ok: boolean; message: string; advice: string }[]
  }
  expect(ok).toBe(false)
  expect(checks.filter((check) => !check.ok)).toMatchObject([
    { message: expect.stringContaining(gone), advice: expect.stringContaining('drive') },
  ])
})
