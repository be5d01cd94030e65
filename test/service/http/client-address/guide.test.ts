import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canMakeCertificates, makeCertificate, type TestCertificate } from '../../../fixtures/certificates.ts'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { hasProxy } from '../../../fixtures/proxies/proxy-process.ts'
import { startProxy } from '../create-servers/proxies.ts'
import { serve } from '../serve.ts'
import { askSecurely } from '../tls/ask.ts'
import { byNight } from '../../../fixtures/night.ts'

const guide = readFileSync(join(repositoryDir, 'docs/reverse-proxy.md'), 'utf8')
const published = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!

/** Replaces each place once; a configuration without one of them fails. */
const changed = (config: string, places: Record<string, string>) =>
  Object.entries(places).reduce((text, [place, by]) => {
    expect(text).toContain(place)
    return text.replace(place, by)
  }, config)

const configs = {
  nginx(folder: string, port: number, service: string, { certFile, keyFile }: TestCertificate): string {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (of) => `${of}_temp_path ${folder}/${of};`,
    )
    const site = changed(published('nginx'), {
      '127.0.0.1:4808': service,
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '/etc/letsencrypt/live/photos.example/fullchain.pem': certFile,
      '/etc/letsencrypt/live/photos.example/privkey.pem': keyFile,
    })
    return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
      events { worker_connections 64; }
      http { access_log off; ${temporary.join(' ')} ${site} }`
  },
  haproxy(folder: string, port: number, service: string, { certFile, keyFile }: TestCertificate): string {
    const both = join(folder, 'both.pem')
    writeFileSync(both, readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'))
    return changed(published('haproxy'), {
      'bind :443': `bind 127.0.0.1:${port}`,
      '/etc/haproxy/certs/photos.example.pem': both,
      '127.0.0.1:4808': service,
    })
  },
  caddy(folder: string, port: number, service: string, { certFile, keyFile }: TestCertificate): string {
    const site = changed(published('caddy'), {
      'photos.example {': `photos.example:${port} {\n  bind 127.0.0.1\n  tls ${certFile} ${keyFile}`,
      '127.0.0.1:4808': service,
    })
    const own = ['admin off', 'auto_https disable_redirects', 'default_sni photos.example']
    return `{\n  ${own.join('\n  ')}\n  storage file_system ${folder}\n}\n${site}`
  },
}
/** To a name that is not served: from the service through the proxy, or from the proxy itself. */
const toOtherNames = { nginx: 403, haproxy: 403, caddy: 200 }

/** Another address of this machine than the proxy's, which Linux has by default. */
const CLIENT = '127.0.0.2'

describe.skipIf(process.platform !== 'linux')('the configuration of the guide', () => {
  test.for(byNight(['haproxy'] as const, ['nginx', 'haproxy', 'caddy'] as const))(
    "over HTTPS passes on the client's address, the host name, and pictures, proxy: %s",
    async (proxy, { skip }) => {
      skip(!hasProxy(proxy), `${proxy} is not installed`)
      skip(!canMakeCertificates, 'openssl is not installed')
      const { address, log } = await serve({ access: { proxies: ['127.0.0.1'], hosts: ['photos.example'] } })
      const certificate = makeCertificate({ folder: tempFolder('proxy') })
      const upstream = new URL(address).host
      const proxied = (
        await startProxy(proxy, (folder, port) => configs[proxy](folder, port, upstream, certificate))
      ).replace('http:', 'https:')
      const ask = (path: string, headers: Record<string, string> = {}, body?: Buffer) =>
        askSecurely(proxied, path, [certificate], {
          localAddress: CLIENT,
          headers: { host: 'photos.example', ...headers },
          ...(body && { method: 'POST', body }),
        })
      await expect.poll(async () => (await ask('/v2/usage')).status).toBe(200)
      const picture = await drawPicture({ width: 2600, height: 1600, noise: 1 })
      // more than nginx accepts by default
      expect(picture.length).toBeGreaterThan(1.5 * 1024 * 1024)
      const kept = await ask('/v2/uploads', { 'content-type': 'image/jpeg', 'x-forwarded-for': '203.0.113.7' }, picture)
      expect(kept).toMatchObject({ status: 200, text: expect.stringMatching(/"upload_id":"\w{32}"/) })
      expect(kept.headers['strict-transport-security']).toBe('max-age=31536000')
      const long = `http://pictures.example/${'a'.repeat(12_000)}.jpg`
      expect(JSON.parse((await ask(`/v2/tags?image_url=${long}`)).text).status.text).toContain('cannot be fetched')
      const other = await ask('/v2/usage', { host: 'evil.example' })
      expect(other.status).toBe(toOtherNames[proxy])
      expect(other.text).not.toContain('usage')
      const requests = log.lines.filter(({ message }) => message === 'request')
      const clients = requests
        .map(({ details }) => details as { client: string; route: string })
        .filter(({ route }) => route.startsWith('/v2'))
        .map(({ client }) => client)
      expect(new Set(clients)).toEqual(new Set([CLIENT]))
    },
  )
})
