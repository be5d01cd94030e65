import { expect, test } from 'vitest'
import { findAddresses, toRules } from '../../../src-main/service/fetching/guarded-agent.ts'
import { readAddress } from '../../../src-main/service/fetching/read-address.ts'

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://0xa9fea9fe/',
  'http://169.254.170.2/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://[fe80::a9fe:a9fe]/',
  'http://[fd00:ec2::254]/',
  'http://[fd20:ce::254]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:168.63.129.16]/',
  'http://[::169.254.169.254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:a9fe:a9fe::1]/',
])('%s is refused, whether private addresses are allowed or not', async (text) => {
  const { hostname } = readAddress(text)
  for (const allowPrivate of [true, false])
    await expect(findAddresses(hostname, toRules({ allowPrivate }))).rejects.toThrow(/reserved network address/)
})

test.each(['192.168.0.7', '127.0.0.1', '[::1]', '[fd00:ec3::1]', '168.63.129.17', '[::ffff:192.168.0.7]'])(
  '%s is not one of them',
  async (host) => {
    expect(await findAddresses(host, toRules({ allowPrivate: true }))).toHaveLength(1)
  },
)

test('a name that leads there is refused too', async () => {
  const resolve = async () => [{ address: '168.63.129.16', family: 4 }]
  await expect(findAddresses('pictures.example', toRules({ allowPrivate: true, resolve }))).rejects.toThrow('reserved')
})
