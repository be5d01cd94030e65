import { parseArgs } from 'node:util'
import { runFuzz } from './run-fuzz.ts'

/**
 * `npm run fuzz:service -- [--requests N] [--seed S]`: attacks the service and prints the results; fails on any fault.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const [requests, seed] = [Number(values.requests), Number(values.seed)]
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed))
  throw new Error('--requests and --seed must be whole numbers.')

/** Memory may grow by this much after the first tenth, in MB: buffers and caches that fill up. */
const GROWTH = 250
const report = await runFuzz({
  requests,
  seed,
  onProgress: (done, megabytes) => console.log(`${done} requests, ${megabytes} MB`),
})
const { faults, errors, isWell, megabytes } = report
console.log(JSON.stringify(report, null, 2))
const isBounded = megabytes.most <= megabytes.early + GROWTH
console.log(
  faults.length + errors.length === 0 && isWell && isBounded
    ? `No fault in ${report.requests} requests (seed ${seed}).`
    : `FAULTS: ${faults.length} kinds, ${errors.length} errors logged, well: ${isWell}, memory bounded: ${isBounded}.`,
)
process.exitCode = faults.length + errors.length === 0 && isWell && isBounded ? 0 : 1
