import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Analysis } from '../ports/ports.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type Metrics = {
  /** Counts an answer; `route` is the route's path, not the requested address. */
  observe(request: { route: string; method: string; status: number; seconds: number }): void
  contentType: string
  text(): Promise<string>
}

/**
 * Metrics for Prometheus: requests by route and status, the queue, processes and memory. They reveal nothing about
 * accounts.
 */
export function createMetrics(state: Analysis['state'], active: () => number): Metrics {
  const registry = new Registry()
  const { requests, durations } = countRequests(registry)
  const gauge = gaugesOf(registry)
  gauge('lumafold_requests_active', 'Requests under way.', active)
  gauge('lumafold_queue_waiting', 'Pictures that wait for a compute process.', () => state().waiting)
  gauge('lumafold_queue_running', 'Pictures that are being analysed.', () => state().running)
  gauge('lumafold_compute_processes', 'Compute processes that are alive.', () => state().processes)
  gauge('lumafold_accepting', '1 while new work is taken, 0 otherwise.', () => (state().isAccepting ? 1 : 0))
  measureProcess(gauge)
  return {
    observe({ route, method, status, seconds }) {
      const labels = { route, method, status: String(status) }
      requests.inc(labels)
      durations.observe(labels, seconds)
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

function countRequests(registry: Registry) {
  const shared = { labelNames: ['route', 'method', 'status'] as const, registers: [registry] }
  return {
    requests: new Counter({ name: 'lumafold_requests_total', help: 'Requests answered.', ...shared }),
    durations: new Histogram({
      name: 'lumafold_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      buckets: SECONDS,
      ...shared,
    }),
  }
}

/** Adds gauges that are read when the metrics are requested. */
function gaugesOf(registry: Registry) {
  return (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}

function measureProcess(gauge: ReturnType<typeof gaugesOf>): void {
  gauge('process_resident_memory_bytes', 'Memory of the service process.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds_total', 'Processor time of the service process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_start_time_seconds', 'When the service process started, in Unix seconds.', () =>
    Math.round(Date.now() / 1000 - process.uptime()),
  )
}
