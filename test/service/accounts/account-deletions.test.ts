import { describe, expect, test } from 'vitest'
import { AccountDeletions } from '../../../src-main/service/accounts/account-deletions.ts'
import type { ServiceStore } from '../../../src-main/service/ports/service-store.ts'
import type { Jobs } from '../../../src-main/service/ports/jobs.ts'
import { silentLog } from '../temp-data.ts'
import { kinds, openStore } from '../store/stores.ts'

const row = (id: string) => ({ id, name: id, key: `k-${id}`, secretHash: 'h', plan: 'free', createdMs: 0 })

type Parts = Partial<Pick<Parameters<typeof AccountDeletions.open>[0], 'deleteData' | 'isBusy'>>

const follow = (store: ServiceStore, jobs: Jobs, parts: Parts) =>
  AccountDeletions.open({ jobs, store, deleteData: () => {}, isBusy: async () => false, log: silentLog, ...parts })

describe.each(kinds)('$name', (kind) => {
  test("a removed account's data is deleted, and again after its last request, whoever removed it", async () => {
    const { store, another, openJobs } = await openStore(kind)
    await store.accounts.add(row('a'))
    const seen: string[] = []
    const deletions = await follow(store, await openJobs(), {
      deleteData: (id) => void seen.push(id),
      isBusy: async () => seen.length < 2,
    })
    await (await another()).accounts.remove('k-a', 1)
    await expect.poll(() => store.accounts.listDeletionRecords()).toEqual([])
    expect(seen).toEqual(['a', 'a', 'a'])
    await deletions.close()
  })

  test('a failed deletion is retried, and a removal noticed only at the next start is completed', async () => {
    const { store, openJobs } = await openStore(kind)
    for (const id of ['a', 'b']) {
      await store.accounts.add(row(id))
      await store.accounts.remove(`k-${id}`, 1)
    }
    const seen: string[] = []
    const deletions = await follow(store, await openJobs(), {
      deleteData: (id) => {
        seen.push(id)
        if (seen.length === 1) throw new Error('the disk is busy')
      },
    })
    await expect.poll(() => store.accounts.listDeletionRecords()).toEqual([])
    expect(seen.toSorted()).toEqual([seen[0], 'a', 'b'].toSorted())
    await deletions.close()
  })
})

describe.each(kinds.filter(({ isForMany }) => isForMany))('$name on several nodes', (kind) => {
  test('one of several nodes does it, and another continues if that one ends', async () => {
    const { store, another, openJobs } = await openStore(kind)
    const nodes = [store, await another(), await another()]
    const [begun, seen] = [[] as number[], [] as number[]]
    const jobs = await Promise.all(nodes.map(() => openJobs()))
    const waits = Promise.withResolvers<void>()
    for (const [n, node] of nodes.entries())
      await follow(node, jobs[n]!, {
        deleteData: async (_id, signal) => {
          begun.push(n)
          if (begun.length > 1) return void seen.push(n)
          signal.addEventListener('abort', () => waits.reject(new Error('this node stops')))
          await waits.promise
        },
      })
    await store.accounts.add(row('a'))
    await store.accounts.remove('k-a', 1)
    await expect.poll(() => begun).toHaveLength(1)
    await jobs[begun[0]!]!.close()
    await expect.poll(() => store.accounts.listDeletionRecords()).toEqual([])
    expect(seen).toHaveLength(1)
    expect(seen).not.toEqual(begun.slice(0, 1))
  })
})
