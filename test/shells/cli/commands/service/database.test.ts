import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { exits } from '../../../../../src-main/shells/cli/surroundings/exit-codes.ts'
import { openPostgres } from '../../../../../src-main/service/store/postgres/open-postgres.ts'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { byNight } from '../../../../fixtures/night.ts'
import { openCutProxy, type CutProxy } from '../../../../fixtures/postgres/cut-proxy.ts'
import { startPostgres, type PostgresServer } from '../../../../fixtures/postgres/postgres-server.ts'
import { hasPostgres } from '../../../../fixtures/postgres/test-database.ts'
import { drawPicture } from '../../../../fixtures/pictures.ts'
import { freePort } from '../../../../fixtures/proxies/free-port.ts'
import { S3Server } from '../../../../fixtures/s3/s3-server.ts'
import { openClient } from '../../../../service/service/client.ts'
import { silentLog } from '../../../../service/temp-data.ts'
import { startCli, waitForEnd, waitForOutput } from '../../run-cli.ts'
import { beginHere, runHere } from '../../run-here.ts'

const credentials = { key: 'key-one', secret: 'a-secret-that-is-long-enough' }
const databases = ['used', 'newer', 'closed', 'cut', 'silent']

describe.skipIf(!hasPostgres)('lumafold service --database', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres({ password: 'secret-of-it' })
    for (const name of databases) await sql('postgres', `CREATE DATABASE ${name}`)
  })
  afterAll(() => server.remove())

  async function sql(database: string, ...statements: string[]): Promise<void> {
    const client = new Client({ connectionString: server.url(database) })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  const given = (database: string) => {
    const account = ['--key', credentials.key, '--secret', credentials.secret]
    return ['service', '--port', '0', ...account, '--database', database]
  }
  const READY = /Lumafold analyses pictures at http:\/\/\S+\n/
  const clientOf = (output: string) => openClient(output.trim().split(' at ')[1]!, credentials)

  /** Starts a node with its own data folder; resolves when it listens. */
  async function start(database: string) {
    const child = startCli(tempFolder(), given(database))
    onTestFinished(() => void child.kill('SIGKILL'))
    return { child, client: clientOf(await waitForOutput(child, READY)) }
  }

  test(
    'a node stores its data in database and objects, and another one continues with it',
    { tags: 'night' },
    async () => {
      const objects = new S3Server()
      await objects.start()
      onTestFinished(() => objects.stop())
      for (const [name, value] of Object.entries(objects.credentials)) vi.stubEnv(name, value)
      onTestFinished(() => void vi.unstubAllEnvs())
      const startOne = async () => {
        const node = beginHere(tempFolder(), [...given(server.url('used')), '--objects', objects.address()])
        onTestFinished(async () => void (await node.stop()))
        return { node, client: clientOf(await node.printed(READY)) }
      }
      const first = await startOne()
      const id = await first.client.upload(await drawPicture())
      expect(await first.client.ask(`/v2/tags?image_upload_id=${id}`)).toMatchObject({ status: 200 })
      expect(await first.node.stop()).toMatchObject({ code: 0 })
      const second = await startOne()
      const { status } = await second.client.ask(`/v2/colors?deterministic=1&image_upload_id=${id}`)
      expect([status, await second.client.processed()]).toEqual([200, 2])
      second.node.signal('SIGINT')
      expect(await second.node.ended).toMatchObject({ code: 0 })
    },
  )

  test('failures that keep a node from starting are reported in a sentence with advice', async () => {
    await sql('postgres', "CREATE USER guest PASSWORD 'guest'")
    const { store } = await openPostgres({ url: server.url('newer'), log: silentLog })
    await store.close()
    await sql('newer', "INSERT INTO lumafold.migrations (name, run_on) VALUES ('9999_from_the_future', now())")
    const older = await openCutProxy(server.port, claimOlderVersion)
    onTestFinished(() => older.close())
    const place = `127.0.0.1:${server.port}`
    const cases: [url: string, ...says: string[]][] = [
      ['mysql://127.0.0.1/x', 'postgres://user:password@host:5432/database'],
      [`postgres://127.0.0.1:${await freePort()}/used`, 'ECONNREFUSED', 'that the server runs'],
      ['postgres://no-such-host.invalid/used', 'Check the name of its host'],
      [
        server.url('used').replace('secret-of-it', 'wrong'),
        'password authentication failed',
        'Check user and password',
      ],
      [server.url('absent'), 'does not exist', 'createdb absent'],
      [`postgres://guest:guest@${place}/closed`, 'GRANT CREATE ON DATABASE "closed" TO "guest"'],
      [`${server.url('used')}?sslmode=require`, 'does not support SSL', 'Leave sslmode out'],
      [server.url('used').replace(String(server.port), String(older.port)), 'PostgreSQL 14.', '15 or newer', 'Upgrade'],
      [server.url('newer'), '9999_from_the_future', 'Update the program'],
    ]
    const ends = cases.map(([url]) => runHere(tempFolder(), 'service', '--port', '0', '--database', url))
    for (const [n, [, ...says]] of cases.entries()) {
      const { code, stdout, stderr } = await ends[n]!
      expect([code, stdout], stderr).toEqual([n === 0 ? exits.usage : exits.failed, ''])
      for (const text of says) expect(stderr).toContain(text)
      expect(stderr.trim().split('\n'), stderr).toHaveLength(1)
      expect(stderr).not.toMatch(/secret-of-it|wrong@/)
    }
  })

  const losses: [how: string, database: string, lose: (proxy: CutProxy) => Promise<void>][] = [
    ['went away without a word', 'silent', (proxy) => Promise.resolve(proxy.goSilent())],
    ['refuses connections', 'cut', (proxy) => proxy.close()],
  ]
  test.each(byNight(losses.slice(0, 1), losses.slice()))(
    'a node whose database %s ends on request',
    { tags: 'night' },
    async (_how, database, lose) => {
      const proxy = await openCutProxy(server.port)
      onTestFinished(() => proxy.close())
      const { child, client } = await start(server.url(database).replace(String(server.port), String(proxy.port)))
      await client.upload(await drawPicture())
      await lose(proxy)
      child.kill('SIGTERM')
      expect(await waitForEnd(child)).toBe(0)
    },
  )
})

/** A PostgreSQL 14 server's version message. */
function claimOlderVersion(output: Buffer): Buffer {
  // the only six-digit answer of these nodes
  const text = output.toString('latin1').replace(/(?<=\W)1\d(?=\d{4}(?!\d))/g, '14')
  return Buffer.from(text, 'latin1')
}
