import { closedAccess } from '../../src-main/service/http/access.ts'
import { METRICS_TOKEN } from './arms.ts'
import { openWorld } from '../service/service/world.ts'

/** The attacked process: a complete service, which sends its parent its address, and each error that it logs. */
const world = await openWorld({
  allowPrivateUrls: false,
  access: { ...closedAccess, metricsToken: METRICS_TOKEN },
  log: { debug: () => {}, info: () => {}, warn: () => {}, error: (...line) => void process.send?.({ error: line }) },
})
process.send?.({ address: world.address })
process.once('message', () => void world.close().then(() => process.disconnect()))
