import { onTestFinished } from 'vitest'
import { publishedFor, startPublishedHaproxy, type PublishedHaproxy } from '../../fixtures/proxies/published-haproxy.ts'
import { startProxy } from '../http/create-servers/proxies.ts'

/** HAProxy with the published configuration, until the running test ends. */
export async function startHaproxy(nodes: readonly string[]): Promise<PublishedHaproxy> {
  const started = await startPublishedHaproxy(nodes)
  onTestFinished(started.stop)
  return started
}

/** nginx with the published configuration, until the running test ends. */
export const startNginx = (nodes: readonly string[]): Promise<string> =>
  startProxy('nginx', (own, port) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${own}/${of};`)
    const site = publishedFor('nginx.conf', nodes).replace('listen 8080;', `listen 127.0.0.1:${port};`)
    return `daemon off; master_process off; pid ${own}/pid; error_log ${own}/error.log;
      events { worker_connections 256; }
      http { access_log off; ${temporary.join(' ')}
      ${site} }`
  })
