import { describe, expect, test } from 'vitest'
import { MAX_GUESSES } from '../../../src-main/service/accounts/stored-accounts.ts'
import { findClient, readNetwork } from '../../../src-main/service/http/client-address.ts'
import { basic, serve } from './serve.ts'

describe("the client's address", () => {
  const trusted = ['10.0.0.0/8', '127.0.0.1', '::1', '2001:db8:1::/48'].map(readNetwork)

  test.each([
    ['nobody is told', '10.0.0.1', '', '10.0.0.1'],
    ['a proxy tells it', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a client writes before the proxy', '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies', '10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['all are trusted', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['whoever asks is no proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a proxy writes no address', '10.0.0.1', '203.0.113.7, unknown', '10.0.0.1'],
    ['nonsense behind a trusted address', '10.0.0.1', '<script>, 10.0.0.2', '10.0.0.2'],
    ['empty entries', '10.0.0.1', ', ,', '10.0.0.1'],
    ['an IPv4 address in IPv6', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['ports', '10.0.0.1', '203.0.113.7:5000', '203.0.113.7'],
    ['IPv6 with a port', '2001:db8:1::5', '[2001:db8:2::7]:5000', '2001:db8:2::7'],
    ['this machine', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ])('%s', (_name, connected, forwarded, client) => {
    expect(findClient(connected, forwarded, trusted)).toBe(client)
  })

  test('a network of everyone does not count', () => {
    for (const text of ['0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.example', ''])
      expect(() => readNetwork(text)).toThrow()
  })
})

const CHOSEN = 'chosen-key'
let guesses = 0
/** The status of one more wrong secret; one that was wrong before would cost no guess. */
async function guess(address: string, forwarded: string): Promise<number> {
  const headers = { authorization: basic(CHOSEN, `wrong ${++guesses}`), 'x-forwarded-for': forwarded }
  return (await fetch(`${address}/v2/usage`, { headers })).status
}
const clients = (log: { lines: { message: string; details: object }[] }) =>
  log.lines.filter(({ message }) => message === 'request').map(({ details }) => (details as { client: string }).client)

test('without the option nobody is believed: the header changes nothing', { tags: 'night' }, async () => {
  const { address, log, addChosen } = await serve()
  await addChosen(CHOSEN, 'a secret that someone chose')
  for (let n = 0; n < MAX_GUESSES; n++) expect(await guess(address, `203.0.113.${n}`)).toBe(401)
  expect(await guess(address, '203.0.113.99')).toBe(429)
  expect(new Set(clients(log))).toEqual(new Set(['127.0.0.1']))
})

test('wrong secrets are counted by the address from a trusted proxy', { tags: 'night' }, async () => {
  const { address, log, addChosen } = await serve({ access: { proxies: ['127.0.0.1'] } })
  await addChosen(CHOSEN, 'a secret that someone chose')
  for (let n = 0; n < MAX_GUESSES; n++) expect(await guess(address, `198.51.100.${n}, 203.0.113.7`)).toBe(401)
  expect(await guess(address, '203.0.113.7')).toBe(429)
  expect(await guess(address, '203.0.113.8')).toBe(401)
  expect(new Set(clients(log))).toEqual(new Set(['203.0.113.7', '203.0.113.8']))
})
