import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'

/** What stands between clients and the service. */
export type Proxy = 'none' | 'nginx' | 'haproxy'

/** Answered by a proxy itself. */
export const PASSED_ON = '/passed-on'

/** One process that keeps a single connection open to the service, so that all clients share it. */
const nginxConfig = (folder: string, port: number, { protocol, host }: URL) => `
daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream service { server ${host}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    location = ${PASSED_ON} { return 204; }
    location / {
      proxy_pass ${protocol}//service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}
`

const haproxyConfig = (_folder: string, port: number, { protocol, host }: URL) => `
global
  nbthread 1
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
  option http-keep-alive
  http-reuse always
frontend clients
  bind 127.0.0.1:${port}
  http-request return status 204 if { path ${PASSED_ON} }
  default_backend service
backend service
  server one ${host} pool-max-conn 1 ${protocol === 'https:' ? 'ssl verify none' : ''}
`

const programs = {
  nginx: { version: '-v', config: nginxConfig, options: (file: string) => ['-c', file] },
  haproxy: { version: '-v', config: haproxyConfig, options: (file: string) => ['-db', '-f', file] },
} as const

/** Whether the program is installed here. */
export function hasProxy(name: Exclude<Proxy, 'none'>): boolean {
  try {
    execFileSync(name, [programs[name].version], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Puts a real proxy with its usual settings and kept connections before an address; `none` leaves it as it is. */
export async function putBefore(name: Proxy, address: string): Promise<string> {
  if (name === 'none') return address
  return startProxy(name, (folder, port) => programs[name].config(folder, port, new URL(address)))
}

/** Starts a proxy with a configuration that listens on the port it is given; answers with its address. */
export async function startProxy(
  name: Exclude<Proxy, 'none'>,
  config: (folder: string, port: number) => string,
): Promise<string> {
  const { options } = programs[name]
  const folder = makeTempFolder('proxy')
  const port = await freePort()
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, config(folder, port))
  const child = spawn(name, options(file), { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    removeFolder(folder)
  })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    await setTimeout(20)
  }
  return `http://127.0.0.1:${port}`
}

/** A port of this machine that nobody listens on now. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
