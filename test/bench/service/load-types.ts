import type { BenchPhotos } from './photos.ts'

export type LoadStart = { address: string; authorization: string; photos: BenchPhotos }

/** To the process of the clients: do these visits, with this many clients in parallel. */
export type LoadOrder = { from: number; to: number; clients: number }

/** The result of an order. */
export type LoadReport = {
  ms: number
  /** Processor milliseconds of the clients. */
  cpuMs: number
  /** Answers by status. */
  statuses: Record<string, number>
  /** Milliseconds of each successful answer, by the title of the call. */
  latencies: Record<string, number[]>
  /** Everything unexpected: other statuses, socket errors, invalid answers. The first few in words. */
  faults: { count: number; examples: string[] }
  bytesSent: number
}
