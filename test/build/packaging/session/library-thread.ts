import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { StandInPort } from '../../../shells/electron/electron-stand-in.ts'

/** Runs the script of a utility process in this thread, with the parent port that it expects. */

const port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => parentPort!.postMessage(message) })
parentPort!.on('message', ({ data, ports }: { data: unknown; ports: MessagePort[] }) =>
  port.emit('message', { data, ports: ports.map((one) => new StandInPort(one)) }),
)
Object.defineProperty(process, 'parentPort', { value: port })
await import(pathToFileURL((workerData as { script: string }).script).href)
