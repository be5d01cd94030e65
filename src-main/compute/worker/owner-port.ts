import type { FromCompute, ToCompute } from '../protocol.ts'

/** The owner as a compute process sees it. */
export type OwnerPort = {
  post(message: FromCompute): void
  onMessage(listener: (message: ToCompute) => void): void
  /** Ends this process. */
  exit(): void
}

/** The part of Electron's `process.parentPort` that is used; absent under plain Node. */
type ParentPort = {
  on(event: 'message', listener: (event: { data: ToCompute }) => void): void
  postMessage(message: FromCompute): void
}

/**
 * Connects to the owner that started this process, by `child_process.fork` or Electron's `utilityProcess.fork`. The
 * process ends when a forking owner has ended.
 */
export function connectOwner(): OwnerPort {
  const exit = () => process.exit(0)
  const parentPort = (process as { parentPort?: ParentPort }).parentPort
  if (parentPort !== undefined) {
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
      exit,
    }
  }
  if (process.send === undefined) throw new Error('This file is started by Lumafold itself, as a child process.')
  process.on('disconnect', exit)
  if (!process.connected) process.exit(0) // The owner had ended before this process started.
  return {
    // `disconnect` reports an owner that has ended.
    post: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void process.on('message', (message) => listener(message as ToCompute)),
    exit,
  }
}
