import { onTestFinished } from 'vitest'
import { startProxyProcess, type ProxyProgram } from '../../../fixtures/proxies/proxy-process.ts'

/** The proxy between clients and the service. */
export type Proxy = 'none' | keyof typeof configs

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

const configs = { nginx: nginxConfig, haproxy: haproxyConfig }

/** Puts a real proxy with its usual settings and kept connections before an address; `none` uses the address itself. */
export async function putBefore(name: Proxy, address: string): Promise<string> {
  if (name === 'none') return address
  return startProxy(name, (folder, port) => configs[name](folder, port, new URL(address)))
}

/** Starts a proxy that ends with the running test; returns its address. */
export async function startProxy(
  name: ProxyProgram,
  config: (folder: string, port: number) => string,
): Promise<string> {
  const { address, stop } = await startProxyProcess(name, config)
  onTestFinished(stop)
  return address
}
