import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { generateKeyPairSync, sign } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UpdateState } from '../../../../src-main/contract/shell/updates.ts'
import type { SignedFeed } from '../../../../src-main/shells/electron/updates/signed-provider.ts'
import { Updates, type Updater } from '../../../../src-main/shells/electron/updates/updates.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const description = `version: 9.1.0
files:
  - url: Lumafold-9.1.0.AppImage
    sha512: ${'A'.repeat(86)}==
    size: 1000
path: Lumafold-9.1.0.AppImage
sha512: ${'A'.repeat(86)}==
releaseDate: '2026-11-01T00:00:00.000Z'
`
const signatureOf = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64')

let folder: string
let server: Server
let feed: string
let served: Record<string, string>
let asked: string[]

beforeEach(async () => {
  folder = makeTempFolder()
  served = {}
  asked = []
  server = createServer((request, response) => {
    asked.push(request.url!)
    const text = served[request.url!]
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stable`
})
afterEach(() => {
  server.close()
  removeFolder(folder)
})

/** electron-updater's used parts, with its own provider; it downloads nothing. */
class StandInUpdater extends EventEmitter {
  autoDownload = false
  autoInstallOnAppQuit = false
  installed = 0
  #feed: SignedFeed | null = null
  setFeedURL(given: SignedFeed): void {
    this.#feed = given
  }
  async checkForUpdates(): Promise<null> {
    this.emit('checking-for-update')
    const { updateProvider: Source, ...options } = this.#feed!
    const provider = new Source({ ...options, feed, updateProvider: Source }, this as never, {
      isUseMultipleRangeRequest: false,
      platform: 'linux',
      executor: { request: fetchText } as never,
    })
    const info = await provider.getLatestVersion()
    this.emit('update-available', info)
    this.emit('update-downloaded', { ...info, url: provider.resolveFiles(info)[0]!.url.href })
    return null
  }
  quitAndInstall(): void {
    this.installed += 1
  }
}

type Requested = { protocol: string; hostname: string; port?: number; path: string }
async function fetchText({ protocol, hostname, port, path }: Requested): Promise<string> {
  const answer = await fetch(`${protocol}//${hostname}:${port}${path}`)
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.text()
}

const open = async (updater: StandInUpdater | null, key = pem) => {
  const updates = new Updates({
    updater: updater as unknown as Updater | null,
    publicKey: key,
    file: join(folder, 'config/updates.json'),
  })
  await updates.open()
  return updates
}
const until = async (updates: Updates, step: UpdateState['step']) => {
  for await (const state of updates.follow(new AbortController().signal)) if (state.step === step) return state
  throw new Error('It never came to that.')
}
const choice = { isOn: true, feed: 'https://updates.example/stable' }

test('no address is contacted before the person agreed', async () => {
  const updates = await open(new StandInUpdater())
  expect(updates.state).toMatchObject({ isOn: false, feed: '', support: 'ready', step: 'idle' })
  await expect(updates.check()).rejects.toMatchObject({ code: 'not-supported-here' })
  await expect(updates.choose({ isOn: true, feed: '' })).rejects.toThrow('Name the address')
  expect(asked).toEqual([])
})

test('a signed release is found, fetched and installed on request; the choice is kept', async () => {
  served = { '/stable/latest-linux.yml': description, '/stable/latest-linux.yml.sig': signatureOf(description) }
  const updater = new StandInUpdater()
  const updates = await open(updater)
  expect(() => updates.install()).toThrow('No update has been downloaded')
  await updates.choose(choice)
  expect(await until(updates, 'downloaded')).toMatchObject({ version: '9.1.0', percent: 100, problem: null })
  expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true })
  updates.install()
  expect(updater.installed).toBe(1)
  updates.close()
  const again = await open(new StandInUpdater())
  expect(again.state).toMatchObject(choice)
  await until(again, 'downloaded')
  again.close()
})

test.each([
  ['that somebody changed', description.replace('9.1.0', '9.9.9'), signatureOf(description)],
  ['that somebody else signed', description, signatureOf('something else')],
  ['without a signature', description, undefined],
])('a release %s is not installed', async (_what, text, signature) => {
  served = { '/stable/latest-linux.yml': text, ...(signature ? { '/stable/latest-linux.yml.sig': signature } : {}) }
  const updater = new StandInUpdater()
  const updates = await open(updater)
  await updates.choose(choice)
  const failed = await until(updates, 'failed')
  expect(inEnglish(failed.problem)).toMatch(signature ? /not signed by the publisher/ : /404/)
  expect(failed.version).toBe('')
  updates.close()
})

test('a build without a key and a program run from sources say so and contact no address', async () => {
  const unsigned = await open(new StandInUpdater(), '')
  expect(unsigned.state.support).toBe('unsigned')
  await unsigned.choose(choice)
  expect((await open(null)).state.support).toBe('not-here')
  expect(asked).toEqual([])
})
