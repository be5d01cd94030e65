import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoredAccounts } from '../../../../src-main/service/accounts/stored-accounts.ts'
import { loadPlans } from '../../../../src-main/service/accounts/plans.ts'
import { openServiceStore } from '../../../../src-main/service/store/sqlite/open-service-store.ts'
import { takeServiceFolder } from '../../../../src-main/service/store/sqlite/take-service-folder.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { runHere } from '../run-here.ts'

/** Runs `lumafold account` on a folder and returns its output. */
async function account(data: string, ...args: string[]) {
  const { code, stdout, stderr } = await runHere(tempFolder(), 'account', ...args, '--data', data, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('accounts are created, listed, rotated and deleted while a service owns the folder', async () => {
  const data = join(tempFolder(), 'service')
  const lock = takeServiceFolder(data)
  const store = openServiceStore(data)
  const running = new StoredAccounts({ store, plans: loadPlans({ resourcesDir, dataDir: data }) })
  try {
    const made = await account(data, 'create', '--name', 'Shop', '--plan', 'free')
    expect(made).toEqual({
      key: expect.stringMatching(/^acc_\w{20}$/),
      secret: expect.stringMatching(/^\w{40}$/),
      name: 'Shop',
      plan: 'free',
    })
    expect(await running.authenticate(made.key, made.secret)).toMatchObject({ name: 'Shop', plan: { name: 'free' } })
    expect(await account(data, 'list')).toEqual([
      {
        key: made.key,
        name: 'Shop',
        plan: 'free',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        last_used_at: null,
        processed: { today: 0, month: 0, total: 0 },
        requests: { today: 0, month: 0, total: 0 },
      },
    ])
    const rotated = await account(data, 'rotate', made.key)
    expect(await running.authenticate(made.key, made.secret)).toBeNull()
    expect(await running.authenticate(made.key, rotated.secret)).not.toBeNull()
    expect(await account(data, 'delete', made.key)).toEqual({ key: made.key, name: 'Shop' })
    expect(await running.authenticate(made.key, rotated.secret)).toBeNull()
    expect(await account(data, 'list')).toEqual([])
  } finally {
    await store.close()
    lock.release()
  }
})

test('the readable output names key, secret and plan, and the list shows no secret', async () => {
  const dir = tempFolder()
  const made = await runHere(dir, 'account', 'create', '--name', 'My shop')
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /"My shop" with the plan "Unlimited".*only this once.\n {2}key: {4}acc_\w+\n {2}secret: \w{40}\n$/,
    ),
  })
  const secret = /secret: (\w+)/.exec(made.stdout)![1]!
  const listed = await runHere(dir, 'account', 'list')
  expect(listed.stdout).toMatch(/key .*plan .*this month/)
  expect(listed.stdout).toContain('My shop')
  expect(listed.stdout).not.toContain(secret)
  expect(existsSync(join(dir, 'service', 'service.db'))).toBe(true)
})

test('failures are reported in one sentence', async () => {
  const dir = tempFolder()
  const nowhere = join(dir, 'nothing')
  const list = await runHere(dir, 'account', 'list', '--data', nowhere)
  expect(list).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringMatching(/^lumafold: There are no accounts in .*nothing.*\n$/),
  })
  expect(existsSync(nowhere)).toBe(false)
  expect(await runHere(dir, 'account', 'create', '--plan', 'gold')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('no plan "gold"'),
  })
  expect(await runHere(dir, 'account', 'rotate', 'acc_nobody')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('No account has the key acc_nobody'),
  })
  expect((await runHere(dir, 'account', 'delete')).code).toBe(2)
})
