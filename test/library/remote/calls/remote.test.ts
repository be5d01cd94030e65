import { foreign, say } from '../../../../src-main/contract/sentences/say.ts'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/contract/errors.ts'
import { createLibrary, type OpenLibrary } from '../../../../src-main/library/library.ts'
import type { Log } from '../../../../src-main/library/host/log.ts'
import type { Secrets } from '../../../../src-main/library/host/secrets.ts'
import { createFakeEngine } from '../../library/fake-engine.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../../fixtures/folders.ts'

const SECRET = 'open-sesame-4711'
const KEY = 'acc_0123456789abcdef'

/** Gives the answers that a test sets; `good` are the credentials it accepts. */
async function startService(): Promise<{
  server: Server
  address: string
  asked: { url: string; credentials: string }[]
}> {
  const asked: { url: string; credentials: string }[] = []
  const credentialsOf = ({ headers }: IncomingMessage) =>
    Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString('utf8')
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', credentials: credentialsOf(request) })
    const answer = (status: number, result: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="photos"' })
        .end(JSON.stringify({ result, status: { type: status < 300 ? 'success' : 'error', text: '' } }))
    if (credentialsOf(request) !== `${KEY}:${SECRET}`) return answer(401, {})
    if (request.url?.startsWith('/v2/usage'))
      return answer(200, {
        monthly_limit: 2000,
        monthly_processed: 17,
        billing_period_end: '1 of Dec, 2026',
        concurrency: { max: 3, now: 0 },
      })
    if (request.url?.startsWith('/v2/categorizers'))
      return answer(200, { categorizers: [{ id: 'personal_photos', title: 'Photos', labels: [] }] })
    return answer(404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function memorySecrets(): Secrets & { held: Map<string, string> } {
  const held = new Map<string, string>()
  return {
    held,
    kind: 'file',
    note: foreign('kept in memory'),
    get: async (name) => held.get(name) ?? null,
    set: async (name, value) => {
      held.set(name, value)
    },
    remove: async (name) => {
      held.delete(name)
    },
  }
}

let dir: string
let lines: string[]
let secrets: ReturnType<typeof memorySecrets>
let library: OpenLibrary
let service: Awaited<ReturnType<typeof startService>>

const keepLine = (message: string, details?: object) => {
  lines.push(`${message} ${JSON.stringify(details)}`)
}
const log: Log = { debug: keepLine, info: keepLine, warn: keepLine, error: keepLine }
const open = (given: Secrets | null = secrets) =>
  createLibrary(
    {
      libraryDir: join(dir, 'library'),
      resourcesDir,
      modelsDir: join(dir, 'models'),
      log,
      owner: 'remote test',
      watch: false,
      ...(given ? { secrets: given } : {}),
    },
    { createLocal: () => createFakeEngine() },
  )
/** Everything the library wrote, as text. */
const written = () =>
  readdirSync(join(dir, 'library'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')

beforeEach(async () => {
  dir = makeTempFolder('remote-api')
  lines = []
  secrets = memorySecrets()
  service = await startService()
  library = await open()
})
afterEach(async () => {
  await library.close()
  service.server.closeAllConnections()
  service.server.close()
  removeFolder(dir)
})

describe('the choice', () => {
  test('starts with this machine, changes in parts and survives a restart', async () => {
    expect(await library.calls.remote.choice()).toMatchObject({
      engine: 'local',
      address: '',
      uploadSide: 640,
      version: 'auto',
      monthlyBudget: null,
      fallBack: false,
    })
    await library.calls.remote.setChoice({ uploadSide: 900, languages: ['de', 'en'] })
    await library.calls.remote.setChoice({ monthlyBudget: 50 })
    await library.close()
    library = await open()
    expect(await library.calls.remote.choice()).toMatchObject({
      engine: 'local',
      uploadSide: 900,
      languages: ['de', 'en'],
      monthlyBudget: 50,
    })
  })

  test.each([
    [{ uploadSide: 299 }, 'uploadSide'],
    [{ monthlyBudget: -1 }, 'monthlyBudget'],
    [{ languages: [] }, 'languages'],
    [{ operations: ['guess'] }, 'operations'],
    [{ version: 'v3' }, 'version'],
  ])('%j is refused with the reason', async (change, name) => {
    await expect(library.calls.remote.setChoice(change as never)).rejects.toMatchObject({
      code: 'bad-params',
      message: expect.stringContaining(name),
    })
  })

  test.each(['', 'photos', 'ftp://photos.example.com', 'https://key:secret@photos.example.com'])(
    '%j is not the address of a service',
    async (address) => {
      await expect(library.calls.remote.setChoice({ engine: 'remote', address })).rejects.toMatchObject({
        code: 'bad-params',
        message: expect.stringMatching(/address/),
      })
      expect(await library.calls.remote.choice()).toMatchObject({ engine: 'local' })
    },
  )
})

describe('key and secret', () => {
  beforeEach(() => library.calls.remote.setChoice({ address: service.address }))

  test('are entered once: no answer, file or log contains the secret', async () => {
    const answers = [
      await library.calls.remote.setCredentials({ key: KEY, secret: SECRET }),
      await library.calls.remote.setChoice({ engine: 'remote' }),
      await library.calls.remote.test(),
      await library.calls.remote.state(),
      await library.calls.remote.keeping(),
      await library.calls.remote.choice(),
      await library.calls.remote.retry(),
    ]
    expect(await library.calls.remote.test()).toEqual({
      version: 'v2',
      usage: { monthlyLimit: 2000, monthlyUsed: 17, concurrency: 3, periodEnd: 1_796_083_200_000 },
      categorizers: ['personal_photos'],
    })
    expect(await library.calls.remote.keeping()).toEqual({
      place: 'file',
      note: foreign('kept in memory'),
      problem: null,
      shortKey: 'acc_0123…',
    })
    await library.close()
    for (const text of [JSON.stringify(answers), lines.join('\n'), written()]) {
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(KEY)
      expect(text).not.toContain(Buffer.from(`${KEY}:${SECRET}`).toString('base64'))
    }
    expect([...secrets.held.values()].join()).toContain(SECRET)
  })

  test('that are not text are refused without being repeated', async () => {
    const error = await library.calls.remote
      .setCredentials({ key: KEY, secret: { text: SECRET } as never })
      .catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: 'bad-params', message: expect.stringContaining('secret') })
    expect(`${(error as Error).message}${lines.join('')}`).not.toContain(SECRET)
  })

  test('belong to one address and are not sent to another', async () => {
    await library.calls.remote.setCredentials({ key: KEY, secret: SECRET })
    const other = await startService()
    await library.calls.remote.setChoice({ address: other.address })
    expect(await library.calls.remote.state()).toMatchObject({ hasCredentials: false })
    await expect(library.calls.remote.test()).rejects.toMatchObject({
      code: 'bad-params',
      message: expect.stringContaining('key'),
    })
    expect(other.asked).toEqual([])
    other.server.close()
  })

  test('can be forgotten', async () => {
    await library.calls.remote.setCredentials({ key: KEY, secret: SECRET })
    expect(await library.calls.remote.forgetCredentials()).toMatchObject({ hasCredentials: false })
    expect(secrets.held.size).toBe(0)
    expect(await library.calls.remote.keeping()).toMatchObject({ shortKey: '' })
  })

  test('that cannot be read leave the library open, with advice', async () => {
    await library.calls.remote.setChoice({ engine: 'remote' })
    await library.close()
    const unreadable = async () => {
      throw new AppError('file-unreadable', 'secrets.json can be used by others on this machine.')
    }
    library = await open({ ...secrets, get: unreadable })
    expect(await library.calls.remote.state()).toMatchObject({
      condition: 'no-credentials',
      hasCredentials: false,
      message: foreign('secrets.json can be used by others on this machine.'),
    })
    expect(await library.calls.remote.keeping()).toMatchObject({
      problem: foreign('secrets.json can be used by others on this machine.'),
      shortKey: '',
    })
  })

  test('last as long as the program if a shell cannot store them', async () => {
    await library.close()
    library = await open(null)
    expect(await library.calls.remote.setCredentials({ key: KEY, secret: SECRET })).toMatchObject({
      hasCredentials: true,
      keptIn: 'nowhere',
    })
    expect(await library.calls.remote.keeping()).toEqual({
      place: 'nowhere',
      note: say('remote.forgotten'),
      problem: null,
      shortKey: '',
    })
    await library.close()
    library = await open(null)
    expect(await library.calls.remote.state()).toMatchObject({ hasCredentials: false })
  })
})

describe('a test of the service', () => {
  test('distinguishes rejected credentials from an address that does not answer', async () => {
    await library.calls.remote.setChoice({ address: service.address })
    await library.calls.remote.setCredentials({ key: KEY, secret: 'wrong' })
    await expect(library.calls.remote.test()).rejects.toMatchObject({
      code: 'service-refused',
      message: expect.stringMatching(/key and the secret/),
    })
    service.server.closeAllConnections()
    await new Promise((resolve) => service.server.close(resolve))
    await expect(library.calls.remote.test()).rejects.toMatchObject({ code: 'service-unreachable' })
  })
})

test('the state of the service is sent as an event', async () => {
  const end = new AbortController()
  const events = await library.calls.library.events(undefined, { signal: end.signal })
  await library.calls.remote.setChoice({ engine: 'remote', address: service.address })
  for await (const event of events)
    if (event.type === 'remote.changed') {
      expect(event.state).toMatchObject({ condition: 'no-credentials' })
      break
    }
  end.abort()
})
