import { startSelfWatch } from '../../../metadata/worker/start-self-watch.ts'
import { serveImport } from './serve-import.ts'

// A terminal sends Ctrl+C to every process of a command. The library closes in order and this process ends with it.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(0))

if (process.send === undefined) throw new Error('This file is started by Lumafold itself, as a child process.')

// The process that reads catalogues of other programs, sidecars and tables, so that a damaged one ends it alone.
startSelfWatch()
serveImport({
  post: (message) => void process.send?.(message, undefined, undefined, () => undefined),
  onMessage: (listener) => void process.on('message', listener),
})
