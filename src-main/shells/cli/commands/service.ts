import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { AppError, TextError } from '../../../contract/errors.ts'
import { isOnNetworkShare } from '../../../library/ingest/places/network-share.ts'
import type { Service } from '../../../service/service.ts'
import { openLog } from '../../log-file.ts'
import { expandHome } from '../../places.ts'
import { parseWhole } from '../arguments/arguments.ts'
import { placesOf } from '../library/places-of.ts'
import { toPath } from '../arguments/to-path.ts'
import { note, outliveOutput, print, tell } from '../output/output.ts'
import { printModels } from '../serving/print-models.ts'
import { accessOf, type AccessOptions, addHost, addOrigin, addProxy } from '../serving/service-access.ts'
import { databaseOption, findDataDir, withServiceData, type ServiceDataOptions } from '../serving/service-data.ts'
import { untilStopped } from '../serving/until-stopped.ts'
import { printCredentials } from './account.ts'
import { migrateCommand } from './service-migrate.ts'

/** The port after that of "lumafold serve". */
const USUAL_PORT = 4808
/** Requests are logged too, so there are more lines than in the log of a library. */
const MAX_LOG_BYTES = 50_000_000

type ServiceOptions = ServiceDataOptions &
  AccessOptions & {
    port: number
    host: string
    key?: string
    secret?: string
    plan?: string
    allowPrivateUrls?: boolean
    tlsCert?: string
    tlsKey?: string
    drainSeconds: number
    largeIndexes?: number
    objects?: string
    log?: string
  }

/**
 * `lumafold service [--port P] [--host H] [--data DIR] [--database URL] [--large-indexes N] [--key K --secret S]
 * [--plan NAME] [--allow-private-urls]
 * [--tls-cert FILE --tls-key FILE] [--allow-origin ORIGIN]... [--allow-host NAME]...
 * [--trust-proxy ADDRESS]... [--metrics-port P] [--metrics-host H] [--metrics-token T] [--drain-seconds N]
 * [--objects PLACE] [--log FILE]`
 */
export function serviceCommand(program: Command): void {
  const service = program.command('service')
  addMetricsOptions(addStorageOptions(service))
    .description('serve the analysis interface (v1 and v2) to other programs over HTTP')
    .option('--port <p>', 'port to listen on; 0 picks a free one', parseWhole(0, 65_535), USUAL_PORT)
    .option('--host <h>', 'address to listen on; 0.0.0.0 for all of this machine', '127.0.0.1')
    .addOption(new Option('--key <k>', 'key of the account to serve; made where it is new').env('LUMAFOLD_SERVICE_KEY'))
    .addOption(
      new Option('--secret <s>', 'its secret; on shared machines better given in the environment').env(
        'LUMAFOLD_SERVICE_SECRET',
      ),
    )
    .option('--plan <name>', 'plan of that account, or of the one that the first start makes')
    .option(
      '--allow-private-urls',
      'also fetch pictures from, and call back, addresses of this machine and its network',
    )
    .option(
      '--tls-cert <file>',
      'serve HTTPS with this certificate (PEM, its chain behind it); read again when it changes',
    )
    .option('--tls-key <file>', 'its private key (PEM, without a passphrase)')
    .option('--allow-origin <origin>', 'pages of this origin may call it from a browser; * for all', addOrigin, [])
    .option('--allow-host <name>', 'answer to this name only, beside those of this machine', addHost, [])
    .option(
      '--trust-proxy <address>',
      'believe this proxy, or network of proxies, in who asks (X-Forwarded-For)',
      addProxy,
      [],
    )
    .option(
      '--drain-seconds <n>',
      'serve so long after a request to stop, while /readyz sends a balancer elsewhere',
      parseWhole(0, 3600),
      0,
    )
    .option('--log <file>', 'file for the log (default: service.log in the data folder)')
    .action(async (_options, command: Command) => serve(command.opts<ServiceOptions>()))
  migrateCommand(service)
}

/** Options for where a service stores its data. */
function addStorageOptions(command: Command): Command {
  return command
    .option('--data <dir>', "folder for accounts, uploads and indexes (default: in the user's data folder)")
    .addOption(
      new Option(
        '--objects <place>',
        'keep uploads, and with --database trained indexes, at s3://bucket/prefix?endpoint=URL or in a shared folder',
      ).env('LUMAFOLD_OBJECTS'),
    )
    .addOption(databaseOption())
    .option(
      '--large-indexes <n>',
      'search indexes of at least this many entries by pgvector in that database, not in memory',
      parseWhole(1, 1_000_000_000),
    )
}

/** Options for its metrics. */
function addMetricsOptions(command: Command): Command {
  return command
    .option('--metrics-port <p>', 'port of its own for /metrics; 0 picks a free one', parseWhole(0, 65_535))
    .option('--metrics-host <h>', 'address to listen on for them', '127.0.0.1')
    .addOption(
      new Option('--metrics-token <t>', 'show /metrics to those who send it as "Authorization: Bearer"').env(
        'LUMAFOLD_METRICS_TOKEN',
      ),
    )
}

async function serve(options: ServiceOptions): Promise<void> {
  const { key, secret, host, tlsCert, tlsKey } = options
  if ((key === undefined) !== (secret === undefined))
    throw new AppError('bad-params', 'Give both --key and --secret, or neither.')
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new AppError('bad-params', 'Give both --tls-cert and --tls-key, or neither.')
  // Pictures, hashes of secrets and callback addresses are private.
  process.umask(0o077)
  outliveOutput()
  const stopped = untilStopped()
  const dataDir = findDataDir(options)
  const service = await startService(options, dataDir)
  try {
    if (!isLoopback(host) && tlsCert === undefined)
      tell(
        'Other machines can reach this address, and credentials travel unencrypted: give a certificate with --tls-cert and --tls-key, or put a TLS proxy in front of it, in networks that are not your own.',
      )
    if (service.certificateWarning !== null) tell(service.certificateWarning)
    if (options.database !== undefined && options.objects === undefined)
      tell(
        "Uploads and trained indexes lie in this node's folder: let no other node use the database, or give all of them the same --objects.",
      )
    await warnOfNetwork(dataDir)
    if (key === undefined) await makeFirstAccount(dataDir, options)
    printModels(placesOf())
    if (service.metricsAddress) print(`Metrics are at ${service.metricsAddress}/metrics`)
    print(`Lumafold analyses pictures at ${service.address}`)
    print('Press Ctrl+C to stop it.')
    void service.warmUp()
    await stopped
    note('Stopping.')
  } finally {
    await service.close()
  }
}

/** If it cannot listen on the address, rejects with a sentence with advice. */
async function startService(options: ServiceOptions, dataDir: string): Promise<Service> {
  const { host, port, key, secret, plan, allowPrivateUrls, drainSeconds, objects, database, largeIndexes } = options
  const { resourcesDir, modelsDir, version } = placesOf()
  const logFile = options.log === undefined ? join(dataDir, 'service.log') : toPath(options.log)
  const log = openLog(logFile, MAX_LOG_BYTES)
  // Loading the service takes a while, which other commands avoid.
  const { createService } = await import('../../../service/service.ts')
  const settings = {
    key,
    secret,
    plan,
    allowPrivateUrls,
    database,
    largeIndexes,
    objects: objects && expandHome(objects),
    access: accessOf(options),
    tls: tlsOf(options),
    drain: () => delay(drainSeconds * 1000),
    log,
  }
  return createService({ host, port, dataDir, resourcesDir, modelsDir, version, ...settings }).catch(
    (error: unknown) => {
      throw explainListening(error, options)
    },
  )
}

async function warnOfNetwork(dataDir: string): Promise<void> {
  if (await isOnNetworkShare(dataDir))
    tell(
      `The data folder ${dataDir} lies on a network drive, where databases can be damaged when the connection breaks: choose one on a disk of this machine with --data.`,
    )
}

const tlsOf = ({ tlsCert, tlsKey }: ServiceOptions) =>
  tlsCert === undefined || tlsKey === undefined ? undefined : { certFile: toPath(tlsCert), keyFile: toPath(tlsKey) }

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Says what to do if an address is not available. */
function explainListening(error: unknown, { host, port }: ServiceOptions): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new TextError(
      `Port ${port} of ${host} is in use by another program: choose another one with --port, or 0 for any free one.`,
      { cause: error },
    )
  if (code === 'EACCES')
    return new TextError(`Listening on port ${port} is not permitted: choose one above 1023 with --port.`, {
      cause: error,
    })
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new TextError(`${host} is not an address of this machine: choose another one with --host.`, {
      cause: error,
    })
  return error
}

/**
 * Creates the account only once the service has its port: the secret is shown once, and a failed start must not waste
 * that.
 */
async function makeFirstAccount(dataDir: string, { plan, database }: ServiceOptions): Promise<void> {
  await withServiceData(dataDir, { mayBeNew: true, database }, async ({ accounts, plans }) => {
    if ((await accounts.list()).length > 0)
      return plan === undefined
        ? undefined
        : tell(
            'There are accounts already, so --plan counts for none of them: it goes with --key, or with "lumafold account create".',
          )
    const { account, secret } = await accounts.create({ name: 'First account', plan: plan ?? plans.standard })
    print('Made the first account. Its secret is shown only this once.')
    printCredentials(account.key, secret)
  })
}
