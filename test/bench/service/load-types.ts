import type { BenchPhotos } from './photos.ts'

export type LoadStart = { address: string; authorization: string; photos: BenchPhotos }

/** To the process of the clients: do these visits, this many clients side by side. */
export type LoadOrder = { from: number; to: number; clients: number }

/** What came of an order. */
export type LoadReport = {
  ms: number
  /** Processor milliseconds of the clients. */
  cpuMs: number
  /** Answers by status. */
  statuses: Record<string, number>
  /** Milliseconds of each good answer, by the title of the call. */
  latencies: Record<string, number[]>
  /**
   * Everything that should not have been: other statuses, socket errors, answers that are none. The first few in words.
   */
  faults: { count: number; examples: string[] }
  bytesSent: number
}
