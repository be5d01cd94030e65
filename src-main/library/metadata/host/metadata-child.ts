import { findEntry, forkProcess, type ForkedProcess } from '../../../compute/host/forked-process.ts'
import type { FromMetadata, ToMetadata } from '../worker/protocol.ts'

/** A running metadata process as the library sees it. A batch under way keeps the library alive by its timer. */
export type MetadataChild = ForkedProcess<ToMetadata, FromMetadata>

/** Most memory in megabytes for what the process parses. Reading a batch of ordinary photos takes 20. */
const HEAP_MB = 256

/** Where the metadata process begins. */
export const metadataEntry = (): string => findEntry('metadata', import.meta.url)

/** Starts a metadata process. What it writes to stderr goes to `onNoise`. */
export const forkMetadata = (onNoise: (text: string) => void, entry = metadataEntry()): MetadataChild =>
  forkProcess<ToMetadata, FromMetadata>(entry, { execArgv: [`--max-old-space-size=${HEAP_MB}`], onNoise })
