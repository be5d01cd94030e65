import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { PHOTO } from '../../../../src-main/service/documentation/samples/sample-request.ts'
import type { Route } from '../../../../src-main/service/http/route.ts'
import { openServiceData } from '../../../../src-main/service/open-service-data.ts'
import { createService } from '../../../../src-main/service/service.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../../fixtures/folders.ts'
import { formOf, openClient, type Client } from '../../service/client.ts'
import { openPictureServer } from '../../service/picture-server.ts'
import { silentLog } from '../../temp-data.ts'
import { loadSamplePhotos } from './sample-photos.ts'
import { createThings, type Things } from './sample-things.ts'

const account = { key: 'acc_samples', secret: 'the-secret-of-the-samples' }
const reader = { key: 'acc_reader', secret: 'the-secret-of-the-reader' }
/** A stopped clock gives the same dates and counts every time. */
const NOW_MS = Date.UTC(2026, 10, 23, 9, 30)

type Environment = Readonly<Record<'SERVICE' | 'KEY' | 'SECRET', string>>

export type SampleService = {
  address: string
  things: Things
  /** A text with existing things in place of the examples, and a photo that suits the route. */
  fill(route: Route, text: string): Promise<string>
  /** The folder in which a route's samples are run: its photo.jpg suits the route. */
  folderOf(route: Route): string
  client: Client
  /** An account on a plan with limits, with two photos analysed, that then requests only its usage. */
  reader: Client
  /** A folder for more files. */
  folder: string
  /** What programs read from their environment. */
  env: Environment
  /** The same for the sample of a route: an account's usage is that of the reader. */
  envOf(route: Route): Environment
}

/** The real service with its bundled models for all tests of a file, closed after them. Await it at the top level. */
export async function sampleServiceOfFile(): Promise<SampleService> {
  const folder = makeTempFolder('samples')
  const dataDir = join(folder, 'data')
  await addAccounts(dataDir)
  const photos = await loadSamplePhotos()
  writePhoto(folder, photos.photo)
  writePhoto(join(folder, 'codes'), photos.withCodes)
  writePhoto(join(folder, 'text'), photos.withText)
  const web = await openPictureServer({
    '/photo.jpg': photos.photo,
    '/codes/photo.jpg': photos.withCodes,
    '/text/photo.jpg': photos.withText,
  })
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    resourcesDir,
    modelsDir: join(folder, 'models'),
    allowPrivateUrls: true,
    log: silentLog,
    now: () => NOW_MS,
    graceMs: 500,
  })
  afterAll(async () => {
    await service.close()
    await web.close()
    removeFolder(folder)
  })
  const client = openClient(service.address, account)
  const modest = openClient(service.address, reader)
  for (const image of [photos.photo, photos.second]) await modest.ask('/v2/tags', formOf({ image }))
  const things = createThings(client, photos, web.url)
  const envFor = ({ key, secret }: typeof account) => ({ SERVICE: service.address, KEY: key, SECRET: secret })
  return {
    address: service.address,
    client,
    reader: modest,
    things,
    async fill(route, text) {
      const filled = await things.fill(text)
      const own = ownFolders[route.group]
      return own ? filled.replaceAll(`${web.url}/photo.jpg`, `${web.url}/${own}/photo.jpg`) : filled
    },
    folderOf: (route) => join(folder, ownFolders[route.group] ?? ''),
    folder,
    env: envFor(account),
    envOf: (route) => envFor(asksUsage(route) ? reader : account),
  }
}

/** An account's usage depends on its earlier requests; one without any always answers the same. */
export const asksUsage = ({ id }: Route): boolean => id.endsWith('.usage')

/** Folders of photos that suit routes of these groups. */
const ownFolders: Readonly<Record<string, string>> = { Barcodes: 'codes', Text: 'text' }

function writePhoto(folder: string, photo: Buffer): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, PHOTO), photo)
}

async function addAccounts(dataDir: string): Promise<void> {
  const { accounts, close } = await openServiceData({ dataDir, resourcesDir, log: silentLog })
  await accounts.ensure({ ...account, plan: 'unlimited', name: 'Samples' })
  await accounts.ensure({ ...reader, plan: 'standard', name: 'Reader' })
  await close()
}
