import { expect, test, vi } from 'vitest'
import { AccountDeletions } from '../../../src-main/service/accounts/account-deletions.ts'
import { StoredAccounts } from '../../../src-main/service/accounts/accounts.ts'
import { openData, openStore, silentLog } from '../temp-data.ts'

test("a removed account's things are deleted, again where that failed and after the last of its requests, whoever removed it", async () => {
  const { accounts, store, dataDir, plans } = openData()
  const { account } = await accounts.create({ name: 'Gone', plan: 'free', key: 'k' })
  const seen: string[] = []
  const deleteData = vi.fn((id: string) => {
    seen.push(id)
    if (seen.length === 1) throw new Error('the disk is busy')
  })
  const deletions = new AccountDeletions({
    store,
    deleteData,
    isBusy: async () => seen.length < 3,
    log: silentLog,
    intervalMs: 5,
  })
  await new StoredAccounts({ store: openStore(dataDir), plans }).remove('k')
  await expect.poll(() => seen).toEqual(Array(4).fill(account.id))
  await expect.poll(() => store.accounts.listDeletionRecords()).toEqual([])
  await deletions.close()
  const again = await accounts.create({ name: 'New', plan: 'free', key: 'k' })
  expect(again.account.id).not.toBe(account.id)
})
