import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryDir } from '../../fixtures/folders.ts'
import { hasProxy } from '../../fixtures/proxies/proxy-process.ts'
import { startProxy } from '../http/create-servers/proxies.ts'
import { basic, KEY, SECRET, serve } from '../http/serve.ts'

const guide = readFileSync(join(repositoryDir, 'docs/scaling.md'), 'utf8')
const published = /```haproxy\n([\s\S]*?)```/.exec(guide)![1]!

describe.skipIf(!hasProxy('haproxy'))('several services behind one balancer, as in the guide, proxy: haproxy', () => {
  test('a key leads to its own service, and an unknown one to the first', async () => {
    const [europe, asia] = await Promise.all([serve(), serve()])
    const address = await startProxy('haproxy', (folder, port) => {
      const keys = join(folder, 'keys.map')
      writeFileSync(keys, `acc_of_europe europe\n${KEY} asia\n`)
      const timeouts = 'defaults\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n'
      const places = {
        'bind :8080': `bind 127.0.0.1:${port}`,
        '/etc/haproxy/keys.map': keys,
        '10.1.0.10:8080': new URL(europe.address).host,
        '10.2.0.10:8080': new URL(asia.address).host,
      }
      return Object.entries(places).reduce((text, [place, by]) => {
        expect(text).toContain(place)
        return text.replace(place, by)
      }, timeouts + published)
    })
    const ask = async (key: string) =>
      (await fetch(`${address}/v2/usage`, { headers: { authorization: basic(key, SECRET) } })).status
    const answered = () => [europe, asia].map(({ log }) => log.lines.filter(({ details }) => 'route' in details).length)
    await expect.poll(() => ask(KEY)).toBe(200)
    const before = answered()
    expect(await Promise.all([ask(KEY), ask(KEY), ask(KEY), ask('acc_unknown')])).toEqual([200, 200, 200, 401])
    expect(answered().map((count, n) => count - before[n]!)).toEqual([1, 3])
  })
})
