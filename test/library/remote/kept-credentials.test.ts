import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeptCredentials, readKeptKey } from '../../../src-main/library/remote/kept-credentials.ts'
import { createFileSecrets } from '../../../src-main/shells/secrets/create-file-secrets.ts'
import { tempFolder } from '../../fixtures/folders.ts'

const [OLD, NEW] = ['https://old.example', 'https://new.example/base']

test('a change interrupted at any point never pairs a secret with another address', async () => {
  const file = join(tempFolder(), 'secrets.json')
  const secrets = createFileSecrets(file)
  await (await readKeptCredentials(secrets)).keep(OLD, { key: 'k1', secret: 's1' })
  for (const writesBefore of [0, 1, 2, 3]) {
    let left = writesBefore
    const spend = async (work: () => Promise<void>) => {
      if (left-- <= 0) throw new Error('cut off')
      await work()
    }
    const cut = {
      ...secrets,
      set: (name: string, value: string) => spend(() => secrets.set(name, value)),
      remove: (name: string) => spend(() => secrets.remove(name)),
    }
    await expect((await readKeptCredentials(cut)).keep(NEW, { key: 'k2', secret: 's2' })).rejects.toThrow('cut off')
    const found = await readKeptCredentials(secrets)
    expect([found.of(OLD), found.of(NEW)]).toEqual(
      writesBefore === 0 ? [{ key: 'k1', secret: 's1' }, null] : [null, { key: 'k2', secret: 's2' }],
    )
  }
})

test("an earlier version's three values are read, and removed by the next change", async () => {
  const file = join(tempFolder(), 'secrets.json')
  const secrets = createFileSecrets(file)
  for (const [name, value] of Object.entries({ 'remote.key': 'k1', 'remote.secret': 's1', 'remote.origin': OLD }))
    await secrets.set(name, value)
  const kept = await readKeptCredentials(secrets)
  expect(kept.of(OLD)).toEqual({ key: 'k1', secret: 's1' })
  expect(await readKeptKey(secrets)).toBe('k1')
  await kept.keep(NEW, { key: 'k2', secret: 's2' })
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toEqual(['remote.credentials'])
  expect(await readKeptKey(secrets)).toBe('k2')
  await kept.forget()
  expect(await readKeptKey(secrets)).toBeNull()
})

test('an unreadable value is a problem to report, without a word of it', async () => {
  const secrets = createFileSecrets(join(tempFolder(), 'secrets.json'))
  await secrets.set('remote.credentials', 'sesame')
  const kept = await readKeptCredentials(secrets)
  expect(inEnglish(kept.problem())).toMatch(/Enter them again/)
  expect(kept.problem()).not.toContain('sesame')
})
