import { expect, test } from 'vitest'
import { findAddresses, toRules } from '../../../src-main/service/fetching/guarded-agent.ts'
import { readAddress } from '../../../src-main/service/fetching/read-address.ts'

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:7f00:0001]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://3232235777/',
  'http://0xa9fea9fe/latest',
  'https://[fe80::1]/',
  'http://10.1:8080/',
])('%s is refused without a lookup', async (text) => {
  const resolve = () => Promise.reject(new Error('a lookup was made'))
  await expect(findAddresses(readAddress(text).hostname, toRules({ allowPrivate: false, resolve }))).rejects.toThrow(
    /private or reserved/,
  )
})

test('a name is checked by its present addresses; private ones among them are not used', async () => {
  const given = (...addresses: string[]) =>
    findAddresses(
      'pictures.example',
      toRules({
        allowPrivate: false,
        resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      }),
    )
  await expect(given('192.168.0.7')).rejects.toThrow('The host pictures.example leads to a private')
  await expect(given('fd00::1', '127.0.0.1')).rejects.toThrow('private')
  await expect(given()).rejects.toThrow('private')
  expect(await given('10.0.0.1', '93.184.216.34', '::1')).toEqual([{ address: '93.184.216.34', family: 4 }])
})

test('if private addresses are allowed, all are', async () => {
  expect(await findAddresses('[::1]', toRules({ allowPrivate: true }))).toEqual([{ address: '::1', family: 6 }])
})
