import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openIndexStore } from '../../../../src-main/indexes/store/sqlite/open-index-store.ts'
import { openServiceData } from '../../../../src-main/service/open-service-data.ts'
import { takeServiceFolder } from '../../../../src-main/service/store/sqlite/take-service-folder.ts'
import { moveService } from '../../../../src-main/service/transfer/move-service.ts'
import { makeTempFolder, removeFolder, resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { byNight } from '../../../fixtures/night.ts'
import { openCutProxy } from '../../../fixtures/postgres/cut-proxy.ts'
import { createTestDatabase, hasPostgres } from '../../../fixtures/postgres/test-database.ts'
import { fillDisk, mountSmallDisk } from '../../../fixtures/small-disk.ts'
import { silentLog } from '../../../service/temp-data.ts'
import { startCli, waitForEnd, waitForOutput } from '../run-cli.ts'
import { beginHere, runHere } from '../run-here.ts'

const MANY = byNight(8_000, 20_000)
const [key, secret] = ['me', 'a-secret-that-is-long-enough']

describe.runIf(hasPostgres)('lumafold service migrate', () => {
  const home = makeTempFolder('migrate')
  const data = join(home, 'data')
  const run = (...args: string[]) => runHere(home, 'service', 'migrate', ...args)
  const newDatabase = async () => {
    const { url, drop } = await createTestDatabase({ isEmpty: true })
    onTestFinished(drop)
    return url
  }
  /** A connection to a database that can be cut, and its address. */
  const openProxied = async (database: string) => {
    const url = new URL(database)
    const proxy = await openCutProxy(Number(url.port))
    onTestFinished(() => proxy.close())
    url.port = String(proxy.port)
    return { proxy, through: url.href }
  }
  const accounts = async (...place: string[]) => (await runHere(home, 'account', 'list', ...place)).stdout

  beforeAll(async () => {
    const service = await openServiceData({ dataDir: data, resourcesDir, key, secret, log: silentLog })
    const { id: owner } = (await service.accounts.authenticate(key, secret))!
    await service.close()
    const indexes = openIndexStore(join(data, 'indexes'))
    const vector = Float32Array.from({ length: 256 }, (_, i) => i)
    const entries = Array.from({ length: MANY }, (_, n) => ({ entryId: `${n}`, vector, picture: null }))
    const admit = () => ({ dimensions: 256, model: null, featuresType: null })
    await indexes.entries.save({ owner, kind: 'colors', categorizerId: '', indexId: 'big' }, entries, admit, Date.now())
    await indexes.close()
    writeFileSync(join(data, 'plans.json'), JSON.stringify({ plans: {} }))
  })
  afterAll(() => removeFolder(home))

  test('moves into PostgreSQL, reports it, and says how to continue', { tags: 'night' }, async () => {
    const [database, node] = [await newDatabase(), tempFolder()]
    const { code, stdout, stderr } = await run('--data', data, '--to-data', node, '--to-database', database)
    expect({ code, stderr: stderr.includes('rows') }).toEqual({ code: 0, stderr: true })
    expect(stdout).toMatch(/^Moved the data folder .* into the database 127\.0\.0\.1:\d+\/test_\w+\./)
    expect(stdout).toMatch(/^ +1 {2}accounts$/m)
    expect(stdout).toMatch(new RegExp(`^ +${MANY.toLocaleString('en')} {2}entries of indexes$`, 'm'))
    expect(stdout).toContain(`lumafold service --data ${node} --database ${database}`)
    expect(await accounts('--database', database)).toContain('me ')
    expect(existsSync(join(node, 'plans.json'))).toBe(true)
    const json = await run('--database', database, '--data', node, '--to-data', join(home, 'again'), '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ trained_anew: 0, pictures: { copied: 0 } })
    expect(await accounts('--data', join(home, 'again'))).toContain('me ')
  })

  test(
    'recommends a start without the old data folder, in which nodes would delete files',
    { tags: 'night' },
    async () => {
      const [database, objects, old] = [await newDatabase(), tempFolder(), join(tempFolder(), 'service')]
      const service = await openServiceData({ dataDir: old, resourcesDir, key, secret, log: silentLog })
      await service.close()
      writeFileSync(join(old, 'plans.json'), JSON.stringify({ plans: {} }))
      const { code, stdout } = await run('--data', old, '--to-database', database, '--to-objects', objects)
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /give each node a data folder of its own.*\n.*copy plans\.json into the data folder of each node\.$/m,
      )
      expect(stdout).toContain(`lumafold service --data ${old}-node1 --database ${database} --objects ${objects}`)
      expect(stdout).not.toContain(`--data ${old} `)
    },
  )

  test('is refused while a service runs on either side', { tags: 'night' }, async () => {
    const database = await newDatabase()
    const options = ['--port', '0', '--key', key, '--secret', secret]
    const lock = takeServiceFolder(data) // as a service that serves from it
    const first = await run('--data', data, '--to-database', database)
    expect(first.code).not.toBe(0)
    expect(first.stderr).toMatch(/is in use by .*Stop it first/)
    lock.release()

    const node = beginHere(home, ['service', '--data', tempFolder(), '--database', database, ...options])
    onTestFinished(async () => void (await node.stop()))
    await node.printed(/pictures at/)
    for (const place of [
      ['--data', data, '--to-database', database],
      ['--database', database, '--to-data', join(home, 'never')],
    ])
      await expect.poll(async () => (await run(...place)).stderr).toMatch(/A node of the service runs on the database/)
    expect(existsSync(join(home, 'never'))).toBe(false)
  })

  test.each([
    [['--data', 'DATA'], /Say where the service is to go/],
    [['--data', 'DATA', '--to-data', 'OTHER'], /Both sides are data folders/],
    [['--database', 'postgres://a/b', '--to-database', 'postgres://a/c'], /Both sides are PostgreSQL/],
    [['--data', 'NOWHERE', '--to-database', 'postgres://a/b'], /There is no service in .*NOWHERE/],
    [['--data', 'DATA', '--to-database', 'postgres://127.0.0.1:1/b'], /database 127.0.0.1:1\/b cannot be used/],
    [['--data', 'DATA', '--port', '1', '--to-data', 'OTHER'], /--port is for serving/],
    [['--data', 'DATA', '--to-database', 'mysql://a/b'], /address of the database is not understood/],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await run(...args.map((text) => (text === 'DATA' ? data : text)))
    expect(code).not.toBe(0)
    expect(stderr).toMatch(sentence)
  })

  test(
    'killed in the middle, leaves the source unchanged and nothing that a service could start on',
    { tags: 'night' },
    async () => {
      const [database, back] = [await newDatabase(), join(home, 'back')]
      // The program's input passes through this process: however busy that is, it cannot end before it is killed.
      const { through } = await openProxied(database)
      const killOnce = async (...args: string[]) => {
        const child = startCli(home, ['service', 'migrate', ...args])
        await waitForOutput(child, /of [\d,]+ rows, copied/)
        child.kill('SIGKILL')
        expect(await waitForEnd(child)).toBe(null)
      }
      await killOnce('--data', data, '--to-database', through)
      expect(await accounts('--data', data)).toContain('me ')
      expect(await accounts('--database', database)).toContain('There are no accounts yet')
      expect((await run('--data', data, '--to-database', database)).code).toBe(0)

      const from = ['--database', database, '--data', data]
      await killOnce('--database', through, '--data', data, '--to-data', back)
      for (const command of [
        ['service', '--port', '0', '--data', back],
        ['account', 'list', '--data', back],
      ])
        expect((await runHere(home, ...command)).stderr).toMatch(/holds a migration that was not finished/)
      expect(await accounts('--database', database)).toContain('me ')
      expect((await run(...from, '--to-data', back)).code).toBe(0)
      expect(await accounts('--data', back)).toContain('me ')
      expect(readdirSync(back)).not.toContain('unfinished-migration')
    },
  )

  test('gives advice if the database is lost, and starts again', { tags: 'night' }, async () => {
    const database = await newDatabase()
    const { proxy, through } = await openProxied(database)
    const [from, to] = [{ dataDir: data }, { dataDir: data, database: through }]
    const onProgress = (_part: string, done: number) => done > MANY / 2 && proxy.loseNextAnswer()
    await expect(moveService({ from, to, log: silentLog, onProgress })).rejects.toThrow(
      /The database cannot be used any more .* nothing was changed/,
    )
    const moved = await moveService({ from, to: { dataDir: data, database }, log: silentLog, onProgress: () => {} })
    expect(moved.tables.find(({ name }) => name === 'entries')!.rows).toBe(MANY)
  })

  test('gives advice if the disk is full, and starts again', { tags: 'night' }, async ({ skip }) => {
    const disk = mountSmallDisk(80_000_000)
    if ('reason' in disk) return skip(disk.reason)
    const database = await newDatabase()
    const to = { dataDir: join(disk.folder, 'data') }
    const options = { from: { dataDir: data, database }, to, log: silentLog }
    await moveService({ ...options, from: { dataDir: data }, to: { dataDir: data, database }, onProgress: () => {} })
    let empty = () => {}
    const fill = (_part: string, done: number) => {
      if (done > MANY / 4 && done < MANY / 2) empty = fillDisk(disk.folder)
    }
    await expect(moveService({ ...options, onProgress: fill })).rejects.toMatchObject({ code: 'disk-full' })
    await expect(openServiceData({ ...to, resourcesDir, log: silentLog })).rejects.toThrow(/was not finished/)
    empty()
    expect((await moveService({ ...options, onProgress: () => {} })).retrained).toBe(0)
  })
})
