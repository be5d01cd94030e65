import { connectOwner } from './owner-port.ts'
import { serveCompute } from './serve-compute.ts'

// The compute process: takes photos from its owner one message at a time and ends when the owner is gone.
serveCompute(connectOwner())
