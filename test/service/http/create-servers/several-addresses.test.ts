import { afterAll, expect, test, vi } from 'vitest'
import { canMakeCertificates, makeCertificate } from '../../../fixtures/certificates.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { sendRaw } from '../raw.ts'
import { basic, KEY, SECRET, serve } from '../serve.ts'

const HOSTS = ['127.0.0.1', '127.0.0.2']
vi.mock('node:dns/promises', () => ({
  lookup: async () => ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
}))
const folder = makeTempFolder('certificate')
afterAll(() => removeFolder(folder))
const credentials = `Host: x\r\nAuthorization: ${basic(KEY, SECRET)}\r\n`

test.skipIf(process.platform !== 'linux').each(canMakeCertificates ? ['http', 'https'] : ['http'])(
  'a host with two addresses is served the same at both, over %s',
  async (scheme) => {
    const { address, service } = await serve({ tls: scheme === 'https' ? makeCertificate({ folder }) : undefined })
    const { port } = new URL(address)
    for (const host of HOSTS) {
      const ask = (head: string) => sendRaw(`${scheme}://${host}:${port}`, [`${head}\r\n\r\n`])
      const refused = await ask(`GET /v2/usage?a b HTTP/1.1\r\nHost: x`)
      expect([host, refused.status, refused.body]).toEqual([host, 400, expect.stringContaining('percent-encoded')])
      const expecting = await ask(`GET /livez HTTP/1.1\r\nHost: x\r\nExpect: a miracle`)
      expect([host, expecting.status]).toEqual([host, 200])
      const used = await ask(`GET /v2/usage HTTP/1.1\r\n${credentials}`)
      expect([host, used.status]).toEqual([host, 200])
    }
    await service.close()
    for (const host of HOSTS)
      await expect(sendRaw(`${scheme}://${host}:${port}`, ['GET / HTTP/1.1\r\n\r\n'])).rejects.toThrow('ECONNREFUSED')
  },
)
