import { readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import type { ServiceOptions } from '../../../src-main/service/service.ts'
import { drawPicture, packagePhotos } from '../../fixtures/pictures.ts'
import { openClient, type Client } from './client.ts'
import { openPictureServer, type PictureServer } from './picture-server.ts'
import { openTestPlace, type TestPlace } from './test-place.ts'

/** Names of the accounts in every world; each has a plan of the same name. */
export const accountNames = ['main', 'other', 'single', 'used-up', 'small'] as const
export type AccountName = (typeof accountNames)[number]

const roomy = { concurrency: 64, requestsPerSecond: null, daily: null, monthly: null, pictureMegabytes: 20 }
const plans = {
  main: { title: 'Main', ...roomy },
  other: { title: 'Other', ...roomy },
  single: { title: 'One at once', ...roomy, concurrency: 1 },
  'used-up': { title: 'One a day', ...roomy, daily: 1 },
  small: { title: 'Small pictures', ...roomy, pictureMegabytes: 0.01 },
}

/** The complete service with its real engine, over HTTP, and pictures to send it. */
export type World = TestPlace & {
  client: Record<AccountName, Client>
  photo: Buffer
  /** Another photo, of other things. */
  second: Buffer
  faces: Buffer
  web: PictureServer
}

/**
 * A world for all tests of a file, closed after them; an error logged by the service fails the file. Await it at the
 * top level.
 */
export async function worldOfFile(): Promise<World> {
  const world = await openWorld()
  afterAll(async () => {
    await world.close()
    expect(world.errors).toEqual([])
  })
  return world
}

/** Opens a world; `close` belongs in `afterAll`. */
export async function openWorld(options: Partial<ServiceOptions> = {}): Promise<World> {
  const place = await openTestPlace({ plans, accounts, options })
  const [photo, second, faces] = await loadPhotos()
  const web = await openPictureServer({
    '/photo.jpg': photo,
    '/photo': photo,
    '/my photo+1.jpg': photo,
    '/second.jpg': second,
    '/text.jpg': Buffer.from('This is no picture.'),
    '/empty.jpg': Buffer.alloc(0),
  })
  const client = Object.fromEntries(
    accounts.map(({ plan, ...credentials }) => [plan, openClient(place.address, credentials)]),
  ) as Record<AccountName, Client>
  const close = async () => {
    await place.close()
    await web.close()
  }
  return { ...place, client, photo, second, faces, web, close }
}

const accounts = accountNames.map((name) => ({ key: `key-${name}`, secret: `the-secret-of-${name}`, plan: name }))

/** Drawn pictures, and people; nothing from beside the project, so that suites with them run once. */
async function loadPhotos(): Promise<[Buffer, Buffer, Buffer]> {
  const draw = (seed: number) => drawPicture({ width: 640, height: 480, seed })
  const [people] = packagePhotos()
  return [await draw(1), await draw(5), people ? readFileSync(people) : await drawPicture({ seed: 9 })]
}
