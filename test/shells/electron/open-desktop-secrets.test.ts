import { reads } from '../../fixtures/reads.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RPCHandler } from '@orpc/server/message-port'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDesktopSecrets } from '../../../src-main/shells/electron/open-desktop-secrets.ts'
import { connectSecrets, createSecretsRouter } from '../../../src-main/shells/electron/secrets-link.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { app, MessageChannelMain, state } from './electron-stand-in.ts'

vi.mock('electron', () => import('./electron-stand-in.ts'))

await app.whenReady()

let dir: string
beforeEach(() => {
  dir = makeTempFolder('keychain')
})
afterEach(() => {
  vi.unstubAllEnvs()
  state.keyring = 'gnome_libsecret'
  removeFolder(dir)
})
const open = () => openDesktopSecrets({ userDataDir: join(dir, 'user'), configDir: join(dir, 'config') })
const sealedFile = () => join(dir, 'user', 'secrets.sealed')

test('with a keyring secrets are encrypted', async () => {
  const secrets = await open()
  await secrets.set('remote.secret', 'sesame')
  expect(secrets.kind).toBe('keychain')
  expect(readFileSync(sealedFile(), 'utf8')).not.toContain('sesame')
  expect(await (await open()).get('remote.secret')).toBe('sesame')
})

test('undecryptable secrets give advice, and new ones replace them', async () => {
  const secrets = await open()
  await secrets.set('remote.secret', 'sesame')
  writeFileSync(sealedFile(), 'something else')
  await expect(secrets.get('remote.secret')).rejects.toMatchObject({
    code: 'file-unreadable',
    message: expect.stringContaining('Enter key and secret again'),
  })
  await secrets.set('remote.secret', 'sesame 2')
  expect(await secrets.get('remote.secret')).toBe('sesame 2')
})

test.skipIf(process.platform !== 'linux').each(['none', 'basic_text'])(
  'without a keyring (%s) they are stored in a file, and that is reported',
  async (keyring) => {
    state.keyring = keyring
    const secrets = await open()
    await secrets.set('remote.secret', 'sesame')
    expect(secrets).toMatchObject({ kind: 'file', note: reads(/no keyring/) })
    expect(existsSync(sealedFile())).toBe(false)
    expect(await (await open()).get('remote.secret')).toBe('sesame')
  },
)

test('the environment wins over both', async () => {
  vi.stubEnv('LUMAFOLD_REMOTE_KEY', 'k')
  vi.stubEnv('LUMAFOLD_REMOTE_SECRET', 's')
  expect(await open()).toMatchObject({ kind: 'environment' })
})

test('the library reaches them through a port, errors with their code and message', async () => {
  const { port1, port2 } = new MessageChannelMain()
  new RPCHandler(createSecretsRouter(await open())).upgrade(port1 as never)
  port1.start()
  const far = await connectSecrets(port2 as never)
  await far.set('remote.key', 'k')
  expect(await far.get('remote.key')).toBe('k')
  expect(far).toMatchObject({ kind: 'keychain', note: reads(/^encrypted with a key in /) })
  writeFileSync(sealedFile(), 'something else')
  await expect(far.get('remote.key')).rejects.toMatchObject({ name: 'AppError', code: 'file-unreadable' })
  await far.remove('remote.key')
  expect(await far.get('remote.key')).toBeNull()
  port1.close()
})
