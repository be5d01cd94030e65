import { expect, test } from 'vitest'
import { isPublicAddress } from '../../../src-main/service/fetching/public-address.ts'
import { readAddress } from '../../../src-main/service/fetching/read-address.ts'
import { findAddresses, toRules } from '../../../src-main/service/fetching/guarded-agent.ts'
import { withTicket } from '../../../src-main/service/fetching/call-address.ts'

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '1.0.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared', '100.64.0.1'],
  ['shared', '100.127.255.255'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.169.254'],
  ['protocols', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['measuring', '198.18.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-compatible', '::8.8.8.8'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped public', '::ffff:8.8.8.8'],
  ['mapped', '::ffff:7f00:1'],
  ['translated', '::ffff:0:10.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['local NAT64', '64:ff9b:1::1'],
  ['6to4', '2002:7f00:1::'],
  ['6to4', '2002:a00:1::1'],
  ['Teredo', '2001::1'],
  ['link-local', 'fe80::1'],
  ['link-local', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['discard', '100::1'],
  ['benchmarking', '2001:2::1'],
  ['not assigned', '4000::1'],
  ['no address', 'localhost'],
  ['no address', '127.1'],
  ['no address', ''],
])('%s address %s is not public', (_kind, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

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

test('a name is as good as the addresses it has now; private ones among them are not used', async () => {
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

test('where private addresses are allowed, all are', async () => {
  expect(await findAddresses('[::1]', toRules({ allowPrivate: true }))).toEqual([{ address: '::1', family: 6 }])
})

test.each([
  ['  http://a.example/b c.jpg ', 'http://a.example/b%20c.jpg'],
  ['HTTP://A.Example:80/ä?q=ö&r=1|2#part', 'http://a.example/%C3%A4?q=%C3%B6&r=1|2'],
  ['https://bücher.example/100%.jpg', 'https://xn--bcher-kva.example/100%.jpg'],
  ['http:\\\\a.example\\b.jpg', 'http://a.example/b.jpg'],
  ['http://a.example/b.jpg?url=http://c.example/d.jpg', 'http://a.example/b.jpg?url=http://c.example/d.jpg'],
])('%s is read as %s', (given, read) => {
  expect(readAddress(given).href).toBe(read)
})

test.each([
  ['ftp://a.example/b.jpg', 'ftp:'],
  ['file:///etc/passwd', 'file:'],
  ['data:image/png;base64,AAAA', 'data:'],
  ['javascript:alert(1)', 'javascript:'],
  ['gopher://a.example/', 'gopher:'],
  ['www.a.example/b.jpg', 'http://'],
  ['//a.example/b.jpg', 'http://'],
  ['/b.jpg', 'http://'],
  ['', 'http://'],
  ['http://', 'http://'],
  ['http://a b/', 'http://'],
  ['http://256.1.1.1/', 'http://'],
  ['http://[::1/', 'http://'],
  ['http://me:secret@a.example/', 'password'],
  ['http://me@a.example/', 'user name'],
  [`http://a.example/${'x'.repeat(9000)}`, '8192'],
])('%s is refused, and the sentence says why', (given, word) => {
  expect(() => readAddress(given)).toThrow(word)
  expect(() => readAddress(given)).not.toThrow('secret')
})

test.each([
  ['http://a.example', 'http://a.example/?ticket=t1'],
  ['http://a.example/done?', 'http://a.example/done?ticket=t1'],
  ['http://a.example/done?sig=a%20b+c&x', 'http://a.example/done?sig=a%20b+c&x&ticket=t1'],
  ['http://a.example/done?x=1&', 'http://a.example/done?x=1&ticket=t1'],
  ['http://a.example/done?ticket=mine#part', 'http://a.example/done?ticket=mine&ticket=t1'],
])('the ticket goes into %s as %s', (given, called) => {
  expect(withTicket(readAddress(given), 't1').href).toBe(called)
})
