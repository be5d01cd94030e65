import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileSecrets } from '../../../src-main/shells/secrets/create-file-secrets.ts'
import { openSecrets } from '../../../src-main/shells/secrets/open-secrets.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = makeTempFolder('secrets')
  file = join(dir, 'config', 'secrets.json')
})
afterEach(() => removeFolder(dir))
const modeOf = (path: string) => statSync(path).mode & 0o777

describe('the file of secrets', () => {
  test('keeps them for the next start, and loses them with its file', async () => {
    const secrets = createFileSecrets(file)
    await secrets.set('remote.key', 'k-1')
    await secrets.set('remote.secret', 's-1')
    expect(await createFileSecrets(file).get('remote.secret')).toBe('s-1')
    await secrets.remove('remote.key')
    expect(await secrets.get('remote.key')).toBeNull()
    expect(await secrets.get('remote.secret')).toBe('s-1')
    await secrets.remove('remote.secret')
    expect(existsSync(file)).toBe(false)
    expect(secrets.kind).toBe('file')
    expect(inEnglish(secrets.note)).toContain(file)
  })

  test('loses none of several simultaneous changes', async () => {
    const secrets = createFileSecrets(file)
    await Promise.all(Array.from({ length: 12 }, (_, at) => secrets.set(`name ${at}`, `value ${at}`)))
    expect(await Promise.all(Array.from({ length: 12 }, (_, at) => secrets.get(`name ${at}`)))).toEqual(
      Array.from({ length: 12 }, (_, at) => `value ${at}`),
    )
    expect(readdirSync(join(dir, 'config'))).toEqual(['secrets.json'])
  })

  test.skipIf(process.platform === 'win32')('can be read only by its user, whatever was there before', async () => {
    mkdirSync(join(dir, 'config'))
    writeFileSync(`${file}.new`, 'left behind', { mode: 0o666 })
    await createFileSecrets(file).set('remote.key', 'k')
    expect(modeOf(file)).toBe(0o600)
    expect(existsSync(`${file}.new`)).toBe(false)
  })

  test.skipIf(process.platform === 'win32')(
    'is refused if others could read it, and replaced by new secrets',
    async () => {
      const secrets = createFileSecrets(file)
      await secrets.set('remote.key', 'k')
      chmodSync(file, 0o640)
      await expect(secrets.get('remote.key')).rejects.toMatchObject({
        code: 'file-unreadable',
        message: expect.stringContaining(`chmod 600 "${file}"`),
      })
      await secrets.set('remote.key', 'k-2')
      expect(await secrets.get('remote.key')).toBe('k-2')
      expect(modeOf(file)).toBe(0o600)
    },
  )

  test.skipIf(process.platform === 'win32')('is refused if it is a link', async () => {
    mkdirSync(join(dir, 'config'))
    writeFileSync(join(dir, 'elsewhere.json'), '{"remote.key":"k"}', { mode: 0o600 })
    symlinkSync(join(dir, 'elsewhere.json'), file)
    await expect(createFileSecrets(file).get('remote.key')).rejects.toMatchObject({ code: 'file-unreadable' })
  })

  test('says so if it has other content, without revealing it', async () => {
    mkdirSync(join(dir, 'config'))
    writeFileSync(file, '{"remote.secret": ["sesame"]}', { mode: 0o600 })
    const error = await createFileSecrets(file)
      .get('remote.key')
      .catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: 'file-unreadable' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sesame')
  })
})

describe('the environment', () => {
  const given = { LUMAFOLD_REMOTE_KEY: 'env-key', LUMAFOLD_REMOTE_SECRET: ' env-secret ' }

  test('wins over the file', async () => {
    await createFileSecrets(join(dir, 'secrets.json')).set('remote.key', 'file-key')
    const secrets = openSecrets(dir, given)
    expect(secrets.kind).toBe('environment')
    expect(await secrets.get('remote.key')).toBe('env-key')
    expect(await secrets.get('remote.secret')).toBe('env-secret')
    expect(await secrets.get('remote.origin')).toBeNull()
    expect(await openSecrets(dir, {}).get('remote.key')).toBe('file-key')
  })

  test('cannot be changed from here', async () => {
    const secrets = openSecrets(dir, given)
    await expect(secrets.set('remote.key', 'other')).rejects.toMatchObject({
      code: 'not-supported-here',
      message: expect.stringContaining('LUMAFOLD_REMOTE_KEY'),
    })
    await expect(secrets.remove('remote.key')).rejects.toMatchObject({ code: 'not-supported-here' })
    expect(readFileOrNull(join(dir, 'secrets.json'))).toBeNull()
  })

  test('with only one of the two names it', () => {
    expect(() => openSecrets(dir, { LUMAFOLD_REMOTE_SECRET: 's' })).toThrow('Only LUMAFOLD_REMOTE_SECRET is set')
  })
})

const readFileOrNull = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
