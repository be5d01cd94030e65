import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openUploads, type UploadsOptions } from '../../../src-main/service/uploads/stored-uploads.ts'
import type { Plan } from '../../../src-main/service/ports/ports.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture, flatPicture } from '../../fixtures/pictures.ts'
import { buildNef } from '../../fixtures/raw-files.ts'
import { addAccount, copyAsCrashed, openStore, silentLog } from '../temp-data.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function openTest({ dataDir = tempFolder(), ...options }: Partial<UploadsOptions> & { dataDir?: string } = {}) {
  const clock = { ms: Date.UTC(2026, 2, 10) }
  const store = openStore(dataDir)
  const folder = join(dataDir, 'uploads')
  const uploads = await openUploads({ folder, store, log: silentLog, now: () => clock.ms, ...options })
  onTestFinished(() => uploads.close())
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())
  return {
    uploads,
    store,
    clock,
    folder,
    dataDir,
    files,
    account: (id = 'a1', plan: Partial<Plan> = {}) => addAccount(store, plan, id),
  }
}

const jpeg = await drawPicture()
/** The bytes in chunks of the given size. */
const stream = (bytes: Buffer, chunk = 1000) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, i) => bytes.subarray(i * chunk, (i + 1) * chunk)),
  )
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as { status: number; message: string; headers: Record<string, string> },
  )

describe('keeping', () => {
  test('a picture is found under its id, complete, with its name and a day to live', async () => {
    const { uploads, account, clock } = await openTest()
    const me = await account()
    const upload = await uploads.keep(me, stream(jpeg), 'C:\\Users\\me\\..\\beach\u0000.jpg')
    expect(upload).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      filename: 'beach.jpg',
      bytes: jpeg.length,
      expiresMs: clock.ms + DAY,
    })
    const held = await uploads.find(me, upload.id)
    expect(readFileSync(held.path)).toEqual(jpeg)
    expect(held.pictureId).toBe(createHash('sha256').update(jpeg).digest('hex'))
    await held.release()
    expect(existsSync(held.path)).toBe(true)
  })

  test("clients' file names never become paths", async () => {
    const { uploads, account, files } = await openTest()
    const me = await account()
    const names = ['../../etc/passwd', '/etc/passwd', '..', '', 'a/b\\c.jpg', `${'ä'.repeat(400)}.jpg`, 'x.nef/..']
    const shown: string[] = []
    for (const name of names) shown.push((await uploads.keep(me, stream(jpeg), name)).filename)
    expect(shown).toEqual(['passwd', 'passwd', 'image', 'image', 'c.jpg', 'ä'.repeat(255), 'image'])
    expect(files().every((file) => /^kept[\\/][A-Za-z0-9]{32}$/.test(file))).toBe(true)
  })

  test('a RAW file keeps the extension it is read by, and only that', async () => {
    const { uploads, account } = await openTest()
    const me = await account()
    const { id } = await uploads.keep(me, stream(buildNef(jpeg, 1)), 'night.NEF')
    const held = await uploads.find(me, id)
    expect(held.path).toMatch(/[\\/][A-Za-z0-9]{32}\.nef$/)
    const passing = await uploads.hold(stream(buildNef(jpeg, 1)), {
      bytes: me.plan.pictureBytes,
      filename: 'night.nef',
    })
    expect(passing.path).toMatch(/\.nef$/)
    expect(passing.pictureId).toBe(held.pictureId)
    expect((await uploads.hold(stream(jpeg), { bytes: me.plan.pictureBytes, filename: 'odd.nef' })).path).not.toMatch(
      /nef/,
    )
  })

  test('many at once are kept apart', async () => {
    const { uploads, account } = await openTest()
    const me = await account()
    const pictures = await Promise.all(Array.from({ length: 20 }, (_, i) => flatPicture([i * 10, 0, 0])))
    const kept = await Promise.all(pictures.map((picture) => uploads.keep(me, stream(picture, 50), 'a.png')))
    expect(new Set(kept.map(({ id }) => id)).size).toBe(20)
    for (const [i, { id }] of kept.entries())
      expect(readFileSync((await uploads.find(me, id)).path)).toEqual(pictures[i])
  })
})

describe('refusing', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 400, /empty/],
    ['text', Buffer.from('hello '.repeat(2000)), 400, /not a picture/],
    ['a short text', Buffer.from('hi'), 400, /not a picture/],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, /SVG, which is not supported/],
    [
      'a video',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(9000)]),
      400,
      /MP4/,
    ],
  ])('%s', async (_what, bytes, status, message) => {
    const { uploads, account, files } = await openTest()
    const me = await account()
    expect(await rejection(uploads.keep(me, stream(bytes), 'a.jpg'))).toMatchObject({
      status,
      message: expect.stringMatching(message),
    })
    expect(await rejection(uploads.hold(stream(bytes), { bytes: me.plan.pictureBytes }))).toMatchObject({ status })
    expect(files()).toEqual([])
  })

  test('a picture of exactly the maximum size is accepted, one byte more is 413', async () => {
    const { uploads, account, files } = await openTest()
    await uploads.keep(await account('fits', { pictureBytes: jpeg.length }), stream(jpeg), '')
    expect(
      await rejection(uploads.keep(await account('tight', { pictureBytes: jpeg.length - 1 }), stream(jpeg), '')),
    ).toMatchObject({ status: 413, message: expect.stringContaining('larger than') })
    expect(files()).toHaveLength(1)
  })

  test('an endless body is refused early, and its stream stays open for an answer', async () => {
    const { uploads, account, files } = await openTest()
    let sent = 0
    const endless = Readable.from(
      (function* () {
        for (yield jpeg; ; sent++) yield Buffer.alloc(10_000)
      })(),
    )
    expect(await rejection(uploads.keep(await account('a', { pictureBytes: 200_000 }), endless, ''))).toMatchObject({
      status: 413,
    })
    expect(sent).toBeLessThan(60)
    expect(endless.destroyed).toBe(false)
    endless.destroy()
    expect(files()).toEqual([])
  })

  test('a non-picture is refused after its first bytes', async () => {
    const { uploads, account } = await openTest()
    const body = new PassThrough()
    const keeping = rejection(uploads.keep(await account(), body, ''))
    body.write('no picture'.repeat(500))
    expect(await keeping).toMatchObject({ status: 400 })
  })

  test('a broken connection leaves nothing', async () => {
    const { uploads, account, files } = await openTest()
    const body = new PassThrough()
    const keeping = rejection(uploads.keep(await account(), body, ''))
    body.write(jpeg.subarray(0, 8000))
    while (files().length === 0) await setImmediate()
    body.destroy(new Error('cut'))
    expect(await keeping).toMatchObject({ message: 'cut' })
    expect(files()).toEqual([])
  })

  test('a silent body is given up with its request', async () => {
    const { uploads, account, files } = await openTest()
    const me = await account()
    const request = new AbortController()
    const bodies = [new PassThrough(), new PassThrough()] as const
    const received = [
      uploads.keep(me, bodies[0], 'a.jpg', request.signal),
      uploads.hold(bodies[1], { bytes: me.plan.pictureBytes, signal: request.signal }),
    ]
    for (const body of bodies) body.write(jpeg.subarray(0, 2000))
    await expect.poll(files).toHaveLength(2)
    request.abort(new Error('the client left'))
    const outcome = { status: 'rejected', reason: request.signal.reason as Error }
    expect(await Promise.allSettled(received)).toEqual([outcome, outcome])
    expect(files()).toEqual([])
  })

  test('a connection that breaks before the first byte is read, or after a refusal, harms nobody', async () => {
    const { uploads, account, files } = await openTest()
    const early = new PassThrough()
    const keeping = rejection(uploads.keep(await account(), early, ''))
    early.destroy(new Error('cut'))
    expect(await keeping).toMatchObject({ message: 'cut' })
    const late = new PassThrough()
    const refused = rejection(uploads.keep(await account('a2'), late, ''))
    late.write('no picture'.repeat(500))
    expect(await refused).toMatchObject({ status: 400 })
    late.destroy(new Error('cut'))
    await setImmediate()
    expect(files()).toEqual([])
  })

  test("beyond the plan's number of uploads it is 403 until one is deleted; others are not delayed", async () => {
    const { uploads, account, files } = await openTest()
    const me = await account('a1', { uploadBytes: jpeg.length * 2 })
    const [first] = [await uploads.keep(me, stream(jpeg), 'a'), await uploads.keep(me, stream(jpeg), 'b')]
    expect(await rejection(uploads.keep(me, stream(jpeg), 'c'))).toMatchObject({
      status: 403,
      message: expect.stringContaining('plan "Test"'),
    })
    expect(files()).toHaveLength(2)
    await uploads.keep(await account('a2'), stream(jpeg), 'd')
    await uploads.remove(me, first!.id)
    const both = await Promise.all(
      ['e', 'f'].map((name) =>
        uploads.keep(me, stream(jpeg), name).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    )
    expect(both.sort()).toEqual([200, 403])
    expect(files()).toHaveLength(3)
  })

  test('an almost full disk is 503', async () => {
    const { uploads, account } = await openTest({ minFreeBytes: 2 ** 60 })
    expect(await rejection(uploads.keep(await account(), stream(jpeg), ''))).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '60' },
      message: expect.stringContaining('disk'),
    })
  })
})

describe('ending', () => {
  test('a deleted picture is 410, only for its owner; ids never issued are 404', async () => {
    const { uploads, account, files } = await openTest()
    const [me, other] = [await account('me'), await account('other')]
    const { id } = await uploads.keep(me, stream(jpeg), '')
    expect(await rejection(uploads.find(other, id))).toMatchObject({ status: 404 })
    expect(await rejection(uploads.remove(other, id))).toMatchObject({ status: 404 })
    await uploads.remove(me, id)
    expect(files()).toEqual([])
    for (const again of [uploads.find(me, id), uploads.remove(me, id)])
      expect(await rejection(again)).toMatchObject({ status: 410 })
    expect(await rejection(uploads.find(other, id))).toMatchObject({ status: 404 })
    for (const odd of ['x'.repeat(32), '', '../../service.db', `${id}x`, "' OR 1=1 --"])
      expect(await rejection(uploads.find(me, odd))).toMatchObject({ status: 404 })
  })

  test('after 24 hours it is 410 and the next sweep deletes its file; after 30 days it is 404', async () => {
    const { uploads, account, clock, files } = await openTest()
    const me = await account()
    const { id } = await uploads.keep(me, stream(jpeg), '')
    clock.ms += DAY - 1
    await (await uploads.find(me, id)).release()
    clock.ms += 1
    expect(await rejection(uploads.find(me, id))).toMatchObject({ status: 410 })
    await uploads.sweep()
    expect(files()).toEqual([])
    clock.ms += 29 * DAY
    await uploads.sweep()
    expect(await rejection(uploads.find(me, id))).toMatchObject({ status: 410 })
    clock.ms += 1
    await uploads.sweep()
    expect(await rejection(uploads.find(me, id))).toMatchObject({ status: 404 })
  })

  test('a file is deleted when its last holder releases it, whether it was deleted or expired', async () => {
    const { uploads, account, clock, files } = await openTest()
    const me = await account()
    const kept = [await uploads.keep(me, stream(jpeg), ''), await uploads.keep(me, stream(jpeg), '')]
    const [deleted, again, expired] = [
      await uploads.find(me, kept[0]!.id),
      await uploads.find(me, kept[0]!.id),
      await uploads.find(me, kept[1]!.id),
    ]
    await uploads.remove(me, kept[0]!.id)
    expect(await rejection(uploads.find(me, kept[0]!.id))).toMatchObject({ status: 410 })
    clock.ms += DAY
    await uploads.sweep()
    await deleted.release()
    await deleted.release()
    expect(readFileSync(again.path)).toEqual(jpeg)
    expect(readFileSync(expired.path)).toEqual(jpeg)
    await again.release()
    await expired.release()
    expect(files()).toEqual([])
  })

  test('a passing picture is deleted on release', async () => {
    const { uploads, files } = await openTest()
    const held = await uploads.hold(stream(jpeg), { bytes: jpeg.length })
    expect(readFileSync(held.path)).toEqual(jpeg)
    await held.release()
    await held.release()
    expect(files()).toEqual([])
  })

  test('a missing or truncated file is 410, now and later', async () => {
    const { uploads, account, folder } = await openTest()
    const me = await account()
    const kept = [await uploads.keep(me, stream(jpeg), ''), await uploads.keep(me, stream(jpeg), '')]
    rmSync(join(folder, 'kept', kept[0]!.id))
    truncateSync(join(folder, 'kept', kept[1]!.id), 100)
    for (const { id } of kept) expect(await rejection(uploads.find(me, id))).toMatchObject({ status: 410 })
    writeFileSync(join(folder, 'kept', kept[0]!.id), jpeg)
    expect(await rejection(uploads.find(me, kept[0]!.id))).toMatchObject({ status: 410 })
  })

  test("an account's uploads are deleted with it, and no others", async () => {
    const { uploads, account, store, files } = await openTest()
    const [me, other] = [await account('me'), await account('other')]
    const mine = await uploads.keep(me, stream(jpeg), '')
    const theirs = await uploads.keep(other, stream(jpeg), '')
    await uploads.removeAccount(me.id)
    await uploads.removeAccount(me.id)
    expect(await rejection(uploads.find(me, mine.id))).toMatchObject({ status: 404 })
    expect(files()).toEqual([join('kept', theirs.id)])
    expect(await store.uploads.presentOf('me')).toEqual([])
  })
})

describe('starting again', () => {
  test('stored uploads are there; half-received ones and those without a row are not', async () => {
    const first = await openTest()
    const me = await first.account()
    const { id } = await first.uploads.keep(me, stream(jpeg), '')
    const body = new PassThrough()
    const keeping = rejection(first.uploads.keep(me, body, ''))
    body.write(jpeg.subarray(0, 8000))
    while (first.files().length < 2) await setImmediate()
    await first.uploads.hold(stream(jpeg), { bytes: me.plan.pictureBytes })
    writeFileSync(join(first.folder, 'kept', 'x'.repeat(32)), jpeg)

    const second = await openTest({ dataDir: copyAsCrashed(first.dataDir) })
    expect(second.files()).toEqual([join('kept', id)])
    expect(readFileSync((await second.uploads.find(me, id)).path)).toEqual(jpeg)
    body.destroy()
    await keeping
  })

  test('uploads that expired while nothing ran are gone at once', async () => {
    const first = await openTest()
    const me = await first.account()
    const { id } = await first.uploads.keep(me, stream(jpeg), '')
    const second = await openTest({ dataDir: first.dataDir, now: () => first.clock.ms + 25 * HOUR })
    expect(second.files()).toEqual([])
    expect(await rejection(second.uploads.find(me, id))).toMatchObject({ status: 410 })
  })
})
