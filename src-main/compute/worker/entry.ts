import { connectOwner } from './owner-port.ts'
import { serveCompute } from './serve-compute.ts'

// A terminal sends Ctrl+C to every process of a command. The owner closes in order and this process ends with it.
// Ending at once would look like a crash caused by the current photo.
process.on('SIGINT', () => undefined)

// The compute process: takes photos from its owner, one a message, and ends when the owner has ended.
serveCompute(connectOwner())
