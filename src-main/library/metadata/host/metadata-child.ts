import { findEntry, forkProcess, type ForkedProcess } from '../../../compute/host/forked-process.ts'
import type { FromMetadata, ToMetadata } from '../worker/protocol.ts'

/** A running metadata process as the library sees it. The timer of a running batch keeps the library alive. */
export type MetadataChild = ForkedProcess<ToMetadata, FromMetadata>

/** Maximum memory in megabytes for parsing. Reading a batch of ordinary photos takes 20. */
const HEAP_MB = 256

/** Entry point of the metadata process. */
export const metadataEntry = (): string => findEntry('metadata', import.meta.url)

/** Starts a metadata process. Its stderr goes to `onNoise`. */
export const forkMetadata = (onNoise: (text: string) => void, entry = metadataEntry()): MetadataChild =>
  forkProcess<ToMetadata, FromMetadata>(entry, { execArgv: [`--max-old-space-size=${HEAP_MB}`], onNoise })
