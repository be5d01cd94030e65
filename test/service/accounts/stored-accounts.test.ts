import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { StoredAccounts, MAX_GUESSES } from '../../../src-main/service/accounts/stored-accounts.ts'
import { loadPlans } from '../../../src-main/service/accounts/plans.ts'
import type { ServiceError } from '../../../src-main/service/errors/service-error.ts'
import { authenticate } from '../../../src-main/service/http/authenticate.ts'
import { databasePath } from '../../../src-main/service/store/sqlite/open-service-db.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { openData, openStore } from '../temp-data.ts'

/** The same data folder as another process sees it. */
function openElsewhere(dataDir: string) {
  const store = openStore(dataDir)
  return new StoredAccounts({ store, plans: loadPlans({ resourcesDir, dataDir }) })
}

describe('keys and secrets', () => {
  test('a new account is found by its key and secret, and by nothing else', async () => {
    const { accounts } = openData()
    const { account, secret } = await accounts.create({ name: 'Shop', plan: 'free' })
    expect(secret).toMatch(/^[A-Za-z0-9]{32,}$/)
    expect(account).toMatchObject({ name: 'Shop', plan: { name: 'free', monthly: 1000 } })
    for (let again = 0; again < 2; again++) {
      expect(await accounts.authenticate(account.key, secret)).toEqual(account)
      expect(await accounts.authenticate(account.key, `${secret}x`)).toBeNull()
      expect(await accounts.authenticate(account.key, '')).toBeNull()
      expect(await accounts.authenticate('nobody', secret)).toBeNull()
      expect(await accounts.authenticate(secret, account.key)).toBeNull()
    }
  })

  test('two accounts differ in everything, and no file contains the secret', async () => {
    const { accounts, dataDir } = openData()
    const one = await accounts.create({ name: 'One', plan: 'free' })
    const two = await accounts.create({ name: 'Two', plan: 'free' })
    expect(
      new Set([one.secret, two.secret, one.account.key, two.account.key, one.account.id, two.account.id]).size,
    ).toBe(6)
    for (const file of [databasePath(dataDir), `${databasePath(dataDir)}-wal`])
      expect(readFileSync(file).includes(one.secret)).toBe(false)
    expect(await accounts.authenticate(one.account.key, two.secret)).toBeNull()
  })

  test('many simultaneous requests with new credentials all get the right answer', async () => {
    const { accounts } = openData()
    const { account, secret } = await accounts.create({ name: 'Busy', plan: 'free' })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => accounts.authenticate(account.key, i % 2 ? secret : 'wrong')),
    )
    expect(answers.map((answer) => answer !== null)).toEqual(answers.map((_, i) => i % 2 === 1))
  })

  test('generated secrets are compared instantly, so that no guess is refused and none delays others', async () => {
    const { accounts, store } = openData()
    const { account, secret } = await accounts.create({ name: 'Made', plan: 'free' })
    const rotated = await accounts.rotate((await accounts.create({ name: 'Rotated', plan: 'free' })).account.key)
    expect((await store.accounts.list()).map(({ secretHash }) => secretHash.split('$')[0])).toEqual([
      'sha256',
      'sha256',
    ])
    const guesses = Array.from({ length: 500 }, (_, i) => accounts.authenticate(account.key, `${i}`, '203.0.113.9'))
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => null))
    expect(await accounts.authenticate(account.key, secret, '203.0.113.9')).toEqual(account)
    expect(rotated).toMatch(/^[A-Za-z0-9]{40}$/)
  })

  describe('a chosen secret', () => {
    const chosen = async () => {
      const data = openData()
      const { account } = await data.accounts.create({ name: 'Known', plan: 'free', key: 'k', secret: 'chosen' })
      return { ...data, account }
    }
    const statusOf = (outcome: PromiseSettledResult<unknown>) =>
      outcome.status === 'rejected' ? (outcome.reason as ServiceError).status : outcome.value

    test('can be guessed by one address a few times a minute, without delaying others', { tags: 'night' }, async () => {
      const { accounts, account, clock } = await chosen()
      await accounts.authenticate('k', 'chosen', '203.0.113.9')
      for (let i = 0; i < MAX_GUESSES; i++)
        expect(await accounts.authenticate('k', `guess ${i}`, '203.0.113.9')).toBeNull()
      const refused = accounts.authenticate('k', 'one more', '203.0.113.9')
      await expect(refused).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '60' } })
      expect(await accounts.authenticate('k', 'guess 1', '203.0.113.9'), 'costs nothing').toBeNull()
      expect(await accounts.authenticate('k', 'chosen', '203.0.113.9'), 'is known').toEqual(account)
      expect(await accounts.authenticate('k', 'one more', '203.0.113.10')).toBeNull()
      clock.ms += 60_000
      expect(await accounts.authenticate('k', 'another', '203.0.113.9')).toBeNull()
    })

    test('correct ones use no attempts, and an IPv6 network counts as one address', { tags: 'night' }, async () => {
      const { accounts } = await chosen()
      for (let i = 0; i < MAX_GUESSES + 10; i++) {
        const [key, secret] = [`k${i}`, 'secret']
        await accounts.ensure({ key, secret })
        expect(await accounts.authenticate(key, secret, '2001:db8::1')).not.toBeNull()
      }
      const guess = (i: number) => accounts.authenticate('k', `guess ${i}`, `2001:db8::${i}`)
      for (let i = 0; i < MAX_GUESSES; i++) expect(await guess(i)).toBeNull()
      await expect(guess(MAX_GUESSES)).rejects.toMatchObject({ status: 429 })
    })

    test('guessed from everywhere answers 503, while known credentials still work', { tags: 'night' }, async () => {
      const { accounts, account } = await chosen()
      await accounts.authenticate('k', 'chosen')
      const flood = Array.from({ length: 120 }, (_, i) => accounts.authenticate('k', `guess ${i}`, `192.0.2.${i}`))
      expect(await accounts.authenticate('k', 'chosen')).toEqual(account)
      const outcomes = (await Promise.allSettled(flood)).map(statusOf)
      expect(new Set(outcomes)).toEqual(new Set([null, 503]))
    })
  })

  test('a secret fits into the header with its key, or is refused when it is created', async () => {
    const { accounts } = openData()
    const key = 'k'.repeat(128)
    const longest = 'ä'.repeat(316)
    const { account } = await accounts.create({ name: 'Long', plan: 'free', key, secret: longest })
    const header = `Basic ${Buffer.from(`${key}:${longest}`).toString('base64')}`
    expect(await authenticate({ headers: { authorization: header }, client: '127.0.0.1' }, accounts)).toEqual(account)
    for (const secret of [`${longest}ä`, '', 'a\nb'])
      await expect(accounts.create({ name: 'Long', plan: 'free', key: 'l'.repeat(128), secret })).rejects.toThrow(
        /secret of this key has 1 to 633 bytes/,
      )
    await expect(accounts.ensure({ key: 'short', secret: 'a'.repeat(760) })).rejects.toThrow(/1 to 756 bytes/)
  })
})

describe('changes', () => {
  test('a rotated secret ends at once, even when another process rotates it', async () => {
    const { accounts, dataDir } = openData()
    const { account, secret } = await accounts.create({ name: 'Shop', plan: 'free' })
    await accounts.authenticate(account.key, secret)
    const second = await accounts.rotate(account.key)
    expect(await accounts.authenticate(account.key, secret)).toBeNull()
    expect(await accounts.authenticate(account.key, second)).toEqual(account)
    const third = await openElsewhere(dataDir).rotate(account.key)
    expect(await accounts.authenticate(account.key, second)).toBeNull()
    expect(await accounts.authenticate(account.key, third)).toEqual(account)
  })

  test('a secret rotated during its check does not pass', async () => {
    const { accounts } = openData()
    const { account, secret } = await accounts.create({ name: 'Shop', plan: 'free' })
    const checking = accounts.authenticate(account.key, secret)
    await accounts.remove(account.key)
    expect(await checking).toBeNull()
  })

  test('an account that another process adds or deletes is noticed by the next request', async () => {
    const { accounts, dataDir } = openData()
    expect(await accounts.list()).toEqual([])
    expect(await accounts.authenticate('k', 's')).toBeNull()
    const elsewhere = openElsewhere(dataDir)
    const { account } = await elsewhere.create({ name: 'Late', plan: 'standard', key: 'k', secret: 's' })
    expect(await accounts.authenticate('k', 's')).toEqual(account)
    await elsewhere.remove('k')
    expect(await accounts.authenticate('k', 's')).toBeNull()
    expect(await accounts.list()).toEqual([])
  })

  test('ensure creates an account, sets its secret and plan, and changes nothing that matches', async () => {
    const { accounts, store } = openData()
    const made = await accounts.ensure({ key: 'me', secret: 'one' })
    expect(made.plan.name).toBe('unlimited')
    const rows = await store.accounts.list()
    expect(await accounts.ensure({ key: 'me', secret: 'one' })).toEqual(made)
    expect(await store.accounts.list()).toEqual(rows)
    const changed = await accounts.ensure({ key: 'me', secret: 'two', plan: 'free' })
    expect(changed).toMatchObject({ id: made.id, plan: { name: 'free' } })
    expect(await accounts.authenticate('me', 'one')).toBeNull()
    expect(await accounts.authenticate('me', 'two')).toEqual(changed)
  })

  test.each([
    ['an unknown plan', { name: 'A', plan: 'gold' }, /no plan "gold".*free, standard, unlimited/],
    ['a taken key', { name: 'A', plan: 'free', key: 'taken' }, /taken is taken/],
    ['a key with a colon', { name: 'A', plan: 'free', key: 'a:b' }, /no colon/],
    ['an empty secret', { name: 'A', plan: 'free', secret: '' }, /secret/],
    ['an empty name', { name: '  ', plan: 'free' }, /name/],
  ])('%s is refused', async (_what, wanted, message) => {
    const { accounts } = openData()
    await accounts.create({ name: 'First', plan: 'free', key: 'taken' })
    await expect(accounts.create(wanted)).rejects.toMatchObject({
      code: 'bad-params',
      message: expect.stringMatching(message),
    })
    await expect(accounts.rotate('nobody')).rejects.toMatchObject({
      code: 'bad-params',
      message: expect.stringContaining('nobody'),
    })
    await expect(accounts.remove('nobody')).rejects.toThrow(/nobody/)
    expect(await accounts.list()).toHaveLength(1)
  })

  test('an account whose plan left the file is refused with the reason, and can be listed and deleted', async () => {
    const { accounts, dataDir, store } = openData()
    await accounts.create({ name: 'A', plan: 'free', key: 'k', secret: 's' })
    await store.accounts.change('k', { plan: 'gold' })
    await expect(accounts.authenticate('k', 's')).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('gold'),
    })
    expect((await accounts.list())[0]?.plan).toMatchObject({ name: 'gold', monthly: 0 })
    expect((await openElsewhere(dataDir).remove('k')).name).toBe('A')
  })
})
