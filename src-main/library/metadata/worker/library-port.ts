import type { FromMetadata, ToMetadata } from './protocol.ts'

/** The library as the metadata process sees it. */
export type LibraryPort = {
  post(message: FromMetadata): void
  onMessage(listener: (message: ToMetadata) => void): void
}

/** Connects to the library that forked this process; the process ends when the library is gone. */
export function connectLibrary(): LibraryPort {
  if (process.send === undefined) throw new Error('This file is started by Lumafold itself, as a child process.')
  process.on('disconnect', () => process.exit(0))
  if (!process.connected) process.exit(0) // It was gone before this process had started.
  return {
    // A library that is gone is noticed by `disconnect`.
    post: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void process.on('message', (message) => listener(message as ToMetadata)),
  }
}
