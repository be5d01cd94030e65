/** @module-tag night */

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '../../src-main/service/service.ts'
import { repositoryDir, resourcesDir, tempFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { findPostgres } from '../fixtures/postgres/find-postgres.ts'
import { createTestDatabase } from '../fixtures/postgres/test-database.ts'
import { makeAccounts } from '../fixtures/cluster/make-accounts.ts'
import { formOf, openClient, type Client } from './service/client.ts'
import { silentLog } from './temp-data.ts'

const programs = findPostgres()
const hasDump = programs !== null && existsSync(join(programs, 'pg_dump'))
const guide = readFileSync(join(repositoryDir, 'docs/service-backup.md'), 'utf8')
/** The lines of the guide that begin with one of its commands. */
const published = (...commands: string[]) =>
  guide.split('\n').filter((line) => commands.some((command) => line.startsWith(`${command} `)))

const account = { key: 'key-backup', secret: 'the-secret-of-backups', plan: 'unlimited' }
const INDEX = '/v2/similar-images/colors/backup'

async function serve(database: string, objects: string) {
  const dataDir = tempFolder('node')
  const [host, modelsDir] = ['127.0.0.1', join(dataDir, 'models')]
  const options = { host, port: 0, dataDir, modelsDir, database, objects, resourcesDir, log: silentLog }
  const service = await createService(options)
  onTestFinished(() => service.close())
  return { service, client: openClient(service.address, account) }
}

const save = (client: Client, id: string, upload: string) =>
  client.ask(`/v2/colors?image_upload_id=${upload}&deterministic=1&save_index=backup&save_id=${id}`)

const searched = async (client: Client, picture: Buffer) => {
  const { status, body } = await client.ask(INDEX, formOf({ image: picture }))
  return status === 200 ? body.result.images.map(({ id }: { id: string }) => id).sort() : status
}

async function train(client: Client): Promise<void> {
  const { body } = await client.ask(INDEX, { method: 'PUT' })
  const ticket = `/v2/tickets/${body.result.ticket_id}`
  await expect.poll(async () => (await client.ask(ticket)).body.result.is_final).toBe(true)
}

/** Runs lines of the guide in a shell, on a database's server. */
function run(lines: readonly string[], database: string, cwd: string): void {
  const { hostname, port, username } = new URL(database)
  execFileSync('sh', ['-e', '-c', lines.join('\n')], {
    cwd,
    env: {
      ...process.env,
      PATH: [programs, process.env['PATH']].join(delimiter),
      LUMAFOLD_DATABASE: database,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
    },
  })
}

test.skipIf(!hasDump)('a database backed up as in the guide can be restored', async () => {
  const [folder, objects] = [tempFolder('dump'), tempFolder('objects')]
  const { url, drop } = await createTestDatabase({ isEmpty: true })
  onTestFinished(drop)
  await makeAccounts({ dataDir: tempFolder('accounts'), database: url }, [account])
  const before = await serve(url, objects)
  const picture = await drawPicture({ width: 320, height: 240, seed: 3 })
  const upload = await before.client.upload(picture)
  for (const id of ['one', 'two']) expect((await save(before.client, id, upload)).status).toBe(200)
  await train(before.client)
  run(published('pg_dump'), url, folder)
  await save(before.client, 'three', upload)
  expect((await before.client.ask(INDEX, { method: 'DELETE' })).status).toBe(200)
  await before.service.close()

  const name = `restored_${randomBytes(6).toString('hex')}`
  const restored = url.replace(/[^/]*$/, name)
  const dump = /lumafold-\d{4}-\d\d-\d\d\.dump/
  const file = execFileSync('ls', { cwd: folder, encoding: 'utf8' }).trim()
  const lines = published('createdb', 'pg_restore')
  expect(lines).toHaveLength(2)
  run(
    lines.map((line) => line.replace('lumafold_restored', name).replace(dump, file)),
    url,
    folder,
  )
  onTestFinished(() => run([`dropdb --force ${name}`], url, folder))
  const after = await serve(restored, objects)
  expect((await after.client.ask(`/v2/colors?image_upload_id=${upload}`)).status).toBe(200)
  expect(await searched(after.client, picture)).toEqual(['one', 'two'])
  expect((await save(after.client, 'four', upload)).status).toBe(200)
  await after.service.close()

  const withoutObjects = await serve(restored, tempFolder('empty'))
  expect((await withoutObjects.client.ask(`/v2/colors?image_upload_id=${upload}`)).status).toBe(410)
  expect(await searched(withoutObjects.client, picture)).toBe(503)
  await expect.poll(() => searched(withoutObjects.client, picture)).toEqual(['four', 'one', 'two'])
})
