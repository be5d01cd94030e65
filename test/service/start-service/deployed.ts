import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { resourcesDir } from '../../fixtures/folders.ts'
import { startProxy } from '../http/create-servers/proxies.ts'

const folder = join(resourcesDir, 'service/deploy')
const published = (file: string) => readFileSync(join(folder, file), 'utf8')

/** The published configuration with the addresses of these nodes, three of them. */
const withNodes = (config: string, nodes: readonly string[]) =>
  nodes.reduce((text, address, n) => text.replaceAll(`10.0.0.1${n + 1}:4808`, new URL(address).host), config)

/** HAProxy with the published configuration; `isDown` says what it thinks of a node, by its number from 1. */
export async function startHaproxy(nodes: readonly string[]) {
  let socket = ''
  const address = await startProxy('haproxy', (own, port) => {
    socket = join(own, 'state')
    return withNodes(published('haproxy.cfg'), nodes)
      .replaceAll('unavailable.http', join(folder, 'unavailable.http'))
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('maxconn 20000', `maxconn 500\n  stats socket ${socket}`)
  })
  const isDown = async (node: number) => (await readState(socket)).get(`node${node}`)?.startsWith('DOWN') ?? false
  await expect.poll(() => readState(socket).then((state) => state.get('node1'))).toBe('UP')
  return { address, isDown }
}

/** nginx with the published configuration. */
export const startNginx = (nodes: readonly string[]): Promise<string> =>
  startProxy('nginx', (own, port) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${own}/${of};`)
    const site = withNodes(published('nginx.conf'), nodes).replace('listen 8080;', `listen 127.0.0.1:${port};`)
    return `daemon off; master_process off; pid ${own}/pid; error_log ${own}/error.log;
      events { worker_connections 256; }
      http { access_log off; ${temporary.join(' ')}
      ${site} }`
  })

/** What HAProxy thinks of each server of the backend "nodes". */
async function readState(socket: string): Promise<ReadonlyMap<string, string>> {
  const text = await new Promise<string>((resolve, reject) => {
    let said = ''
    const asking = connect(socket, () => asking.write('show stat\n'))
    asking.setEncoding('utf8').on('data', (part: string) => (said += part))
    asking.on('end', () => resolve(said)).on('error', reject)
  })
  const rows = text.split('\n').map((line) => line.split(','))
  const column = rows[0]!.indexOf('status')
  return new Map(rows.filter(([backend]) => backend === 'nodes').map((row) => [row[1]!, row[column]!]))
}
