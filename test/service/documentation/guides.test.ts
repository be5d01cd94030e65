import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { exampleValues } from '../../../src-main/service/documentation/schemas/example-of.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { loadSamplePhotos } from './samples/sample-photos.ts'
import { sampleServiceOfFile } from './samples/sample-service.ts'

/** The commands of the guides, in order, in one shell and against the real service. */

const guides = join(resourcesDir, 'service', 'guides')
const { folder, env, things, client, address } = await sampleServiceOfFile()
writeFileSync(join(folder, 'other.jpg'), (await loadSamplePhotos()).second)

const hasCurl = (() => {
  try {
    return execFileSync('curl', ['--version']).length > 0
  } catch {
    return false
  }
})()

type Block = { kind: string; text: string; status: string; needs: string | undefined }

/** The content of `<code class="run">` and `<code class="answer">`. */
function blocksOf(html: string): Block[] {
  return [...html.matchAll(/<code class="(run|answer)"([^>]*)>(.*?)<\/code>/gs)].map(
    ([, kind = '', attributes = '', text = '']) => ({
      kind,
      text: text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
      status: /data-status="(\d+)"/.exec(attributes)?.[1] ?? '200',
      needs: /data-needs="([^"]+)"/.exec(attributes)?.[1],
    }),
  )
}

/** A script in which every curl with an unexpected status fails; each block's output ends with a line. */
function scriptOf(blocks: readonly Block[]): string {
  const lines = blocks.map(({ text, status }) =>
    status === '200' ? `${text}\necho` : `curl() { command curl -sS "$@"; }\n${text}\necho\n${strict}`,
  )
  return [strict, ...lines].join('\n')
}
const strict = 'curl() { command curl --fail-with-body -sS "$@"; }'

const names = readdirSync(guides).filter((name) => name.endsWith('.html') && name !== 'layout.html')

test.skipIf(!hasCurl).each(names)('the commands of %s work as written', { tags: 'night' }, async (name) => {
  const blocks = blocksOf(readFileSync(join(guides, name), 'utf8'))
  const commands = blocks.filter(({ kind }) => kind === 'run')
  expect(commands.length).toBeGreaterThan(0)
  for (const { needs } of commands) if (needs !== undefined) await things.fill(needs)
  const callback = exampleValues.callback_url
  const script = scriptOf(commands).replaceAll(callback, await things.fill(callback))
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  if (commands.some(({ needs }) => needs?.includes(exampleValues.index_id))) await removeIndexes()
  for (const { text } of blocks.filter(({ kind }) => kind === 'answer')) expect(stdout).toContain(text)
  if (name === 'similar-images.html') {
    expect(stdout).toMatch(/"images":\[\{"id":"photo","distance":0\},\{"id":"other","distance":[\d.]+\}\]/)
    expect(stdout).toContain('"trained_entries":2')
  }
})

/** Each guide begins without an index. */
async function removeIndexes(): Promise<void> {
  for (const kind of ['categories/general_v3', 'colors'])
    await client.ask(`/v2/similar-images/${kind}/${exampleValues.index_id}`, { method: 'DELETE' })
  things.forget(exampleValues.index_id)
}

test('links of the guides lead to existing pages and sections', async () => {
  const pages = new Map<string, string>()
  const pageOf = async (path: string) => {
    if (!pages.has(path)) {
      const response = await fetch(`${address}${path}`)
      expect(response.status, path).toBe(200)
      pages.set(path, await response.text())
    }
    return pages.get(path)!
  }
  for (const name of names) {
    const url = `/docs/${name.replace('.html', '')}`
    for (const [, link = ''] of (await pageOf(url)).matchAll(/ href="([^"]+)"/g)) {
      const { pathname, hash } = new URL(link, `${address}${url}`)
      if (hash !== '') expect(await pageOf(pathname), `${url} → ${link}`).toContain(` id="${hash.slice(1)}"`)
      else await pageOf(pathname)
    }
  }
})
