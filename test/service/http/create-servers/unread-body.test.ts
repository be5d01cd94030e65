import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { canMakeCertificates, makeCertificate } from '../../../fixtures/certificates.ts'
import { basic, KEY, SECRET, serve } from '../serve.ts'
import { SMUGGLED } from './families.ts'
import { hasProxy } from '../../../fixtures/proxies/proxy-process.ts'
import { PASSED_ON, putBefore } from './proxies.ts'

const TRIES = 40
/** Node has been seen to begin reading at multiples of this many bytes of a body. */
const STEP = 512

/**
 * A client on a separate thread: sends one request with an address that is not encoded, and reports when the proxy,
 * which handles one thing after another, has passed it on.
 */
const victimSource = `
const { connect } = require('node:net')
const { parentPort, workerData: { port, request, passedOn } } = require('node:worker_threads')
parentPort.on('message', () => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
    if (answer.includes('\\r\\n\\r\\n')) socket.destroy()
  })
  socket.on('error', () => {}).once('close', () => parentPort.postMessage(answer))
  socket.write(Buffer.from(request, 'latin1'), () => {
    const asked = connect(port, '127.0.0.1')
    asked.write('GET ${PASSED_ON} HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n')
    asked.on('error', () => {}).resume().once('close', () => {
      Atomics.store(passedOn, 0, 1)
      Atomics.notify(passedOn, 0)
    })
  })
})
`

test.for(['HTTP', 'HTTPS'])(
  'over %s a body still unread when the next comes hides no request',
  async (scheme, { skip }) => {
    skip(!hasProxy('nginx'), 'nginx is not installed')
    skip(scheme === 'HTTPS' && !canMakeCertificates, 'openssl is not installed')
    const { address, log } = await serve(scheme === 'HTTPS' ? { tls: makeCertificate() } : {})
    const proxied = await putBefore('nginx', address)
    const port = Number(new URL(proxied).port)
    const passedOn = new Int32Array(new SharedArrayBuffer(4))
    const request = Buffer.from(
      `GET /v2/tags?image_url=http://pictures.example/фото.jpg HTTP/1.1\r\nHost: x\r\nX-Request-Id: victim\r\nAuthorization: ${basic(KEY, SECRET)}\r\n\r\n`,
    ).toString('latin1')
    const victim = new Worker(victimSource, { eval: true, workerData: { port, request, passedOn } })
    onTestFinished(() => void victim.terminate())
    // The complete body is in the connection; its content is read when the victim's request is behind it.
    const info = log.info
    let isBlocking = false
    log.info = (message, details) => {
      info(message, details)
      if (!isBlocking || message !== 'request') return
      isBlocking = false
      Atomics.store(passedOn, 0, 0)
      victim.postMessage('go')
      Atomics.wait(passedOn, 0, 0)
    }
    const hidden = Buffer.from(
      `DELETE /v2/similar-images/categories/general_v3/фото/one HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${SMUGGLED}\r\nX-Ignore: `,
    )
    for (let tries = 0; tries < TRIES; tries++) {
      const body = Buffer.alloc(STEP * (200 + 30 * tries) + hidden.length, 'x')
      for (let at = 0; at < body.length; at += STEP) hidden.copy(body, at)
      const attacker = connect(port, '127.0.0.1')
      attacker.on('error', () => {}).resume()
      isBlocking = true
      const answered = once(victim, 'message')
      attacker.write(`POST /v2/tags HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`)
      attacker.write(body)
      await answered
      attacker.destroy()
    }
    const seen = log.lines.filter(({ message }) => message === 'request').map(({ details }) => details)
    expect(seen).toContainEqual(expect.objectContaining({ method: 'POST', status: 401 }))
    expect(seen).not.toContainEqual(expect.objectContaining({ method: 'DELETE' }))
  },
)
