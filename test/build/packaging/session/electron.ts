import { EventEmitter } from 'node:events'
import { Worker, type MessagePort } from 'node:worker_threads'
import { declared } from '../../../shells/electron/declared-electron.ts'
import { StandInPort } from '../../../shells/electron/electron-stand-in.ts'

/** The stand-in for `electron` with which a packed program has a complete session: its library runs in a thread. */

export * from '../../../shells/electron/electron-stand-in.ts'

/** A utility process as a thread, which can be given ports like a process of Electron's. */
class ThreadChild extends EventEmitter {
  readonly worker: Worker
  constructor(script: string) {
    super()
    this.worker = new Worker(new URL('./library-thread.ts', import.meta.url), { workerData: { script } })
    this.worker.on('message', (message) => this.emit('message', message))
    this.worker.on('exit', (code) => this.emit('exit', code))
    this.worker.on('error', (error) => console.error(error))
  }
  postMessage(data: unknown, ports: StandInPort[] = []): void {
    const own: MessagePort[] = ports.map((port) => port.handOver())
    this.worker.postMessage({ data, ports: own }, own)
  }
  kill(): boolean {
    void this.worker.terminate()
    return true
  }
}

export const utilityProcess = declared('UtilityProcess', {
  fork: (script: string): ThreadChild => declared('UtilityProcess', new ThreadChild(script)),
})
