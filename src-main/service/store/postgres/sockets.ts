import { Socket } from 'node:net'

/** The sockets of all connections to a database, also those of libraries, so that all can be given up at once. */
export class Sockets {
  readonly #open = new Set<Socket>()
  #isOver = false

  /** A socket that the driver connects. */
  readonly create = (): Socket => {
    const socket = new Socket()
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    if (this.#isOver) setImmediate(() => socket.destroy(givenUp()))
    return socket
  }

  /** Breaks all connections; new ones come to nothing. */
  giveUp(): void {
    this.#isOver = true
    for (const socket of this.#open) socket.destroy(givenUp())
  }
}

const givenUp = () => Object.assign(new Error('the database is not waited for any more'), { code: 'ECONNABORTED' })
