import { connectOwner } from './owner-port.ts'
import { serveCompute } from './serve-compute.ts'

// A terminal sends Ctrl+C to every process of a command. The owner closes in order and this process ends with it;
// ending here at once would look like a crash under the photo at hand.
process.on('SIGINT', () => undefined)

// The compute process: takes photos from its owner one message at a time and ends when the owner is gone.
serveCompute(connectOwner())
