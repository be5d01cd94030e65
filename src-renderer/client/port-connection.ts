import { RPCLink } from '@orpc/client/message-port'
import { keepConnected, type Connection, type Link } from './connection.ts'

const MESSAGE = 'lumafold:ports'
/** Ports are handed over within one process; if none arrives within this time, the library process is not running. */
const PORTS_WITHIN_MS = 4000

function linkOf(port: MessagePort): Link {
  const link = new RPCLink({ port })
  port.start()
  return link
}

/** Joins a port of the library and one of the shell: the first part of a call's name selects the port. */
export function joinLinks(links: Record<string, Link>): Link {
  return {
    call(path, input, options) {
      const [area = '', ...rest] = path
      const link = links[area]
      if (!link) throw new Error(`No such area: ${area}`)
      return link.call(rest, input, options)
    },
  }
}

/** The two message ports that the desktop preload posts after `lumafold.connect()`. */
export function connectByPorts(page: Window, requestPorts: () => void, wrap?: (link: Link) => Link): Connection {
  return keepConnected(({ onOpen, onLost }) => {
    const timer = setTimeout(() => {
      stop()
      onLost()
    }, PORTS_WITHIN_MS)
    const stop = (): void => {
      clearTimeout(timer)
      page.removeEventListener('message', receive)
    }
    const receive = (event: MessageEvent): void => {
      const [library, shell] = event.ports
      if (event.source !== page || event.data !== MESSAGE || !library || !shell) return
      stop()
      library.addEventListener('close', () => onLost(), { once: true })
      onOpen(joinLinks({ library: linkOf(library), shell: linkOf(shell) }))
    }
    page.addEventListener('message', receive)
    requestPorts()
  }, wrap)
}
