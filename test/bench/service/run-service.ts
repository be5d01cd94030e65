import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { StoredAccounts } from '../../../src-main/service/accounts/stored-accounts.ts'
import { loadPlans } from '../../../src-main/service/accounts/plans.ts'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { repositoryDir, resourcesDir } from '../../fixtures/folders.ts'
import { sharedModels } from '../../fixtures/shared.ts'

/** Everything of a service in one folder that is deleted afterwards. */
export type ServiceFolders = {
  home: string
  dataDir: string
  modelsDir: string
  /** The folder that the service's processes use as the system's temporary one. */ tempDir: string
  logFile: string
}
export type BenchAccount = { id: string; authorization: string }
export type RunningService = {
  address: string
  pid: number
  readyMs: number
  /** Stops it in order; returns its exit code and the time that took. */ stop(): Promise<{
    code: number | null
    ms: number
  }>
}

export function makeServiceFolders(home: string): ServiceFolders {
  const folders = {
    home,
    dataDir: join(home, 'service'),
    modelsDir: join(home, 'models'),
    tempDir: join(home, 'tmp'),
    logFile: join(home, 'service.log'),
  }
  for (const folder of [folders.dataDir, folders.tempDir]) mkdirSync(folder, { recursive: true })
  const models = sharedModels()
  if (models === null) mkdirSync(folders.modelsDir)
  else symlinkSync(models, folders.modelsDir)
  return folders
}

/** An account whose plan admits this many requests at once. */
export async function makeAccount({ dataDir }: ServiceFolders, concurrency: number): Promise<BenchAccount> {
  const bench = {
    title: 'Bench',
    concurrency,
    requestsPerSecond: null,
    daily: null,
    monthly: null,
    pictureMegabytes: 100,
  }
  writeFileSync(join(dataDir, 'plans.json'), JSON.stringify({ plans: { bench } }))
  const store = openServiceStore(dataDir)
  try {
    const { account, secret } = await new StoredAccounts({ store, plans: loadPlans({ resourcesDir, dataDir }) }).create(
      {
        name: 'Bench',
        plan: 'bench',
      },
    )
    return { id: account.id, authorization: `Basic ${Buffer.from(`${account.key}:${secret}`).toString('base64')}` }
  } finally {
    await store.close()
  }
}

/**
 * `lumafold service` as a person starts it, from the sources. With `profileDir` its process writes a CPU profile there
 * when it ends.
 */
export async function startService(
  { home, dataDir, tempDir, logFile }: ServiceFolders,
  profileDir?: string,
): Promise<RunningService> {
  const began = performance.now()
  const flags = [
    '--disable-warning=ExperimentalWarning',
    ...(profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]),
  ]
  const args = [
    ...flags,
    join(repositoryDir, 'src-main/shells/cli/main.ts'),
    'service',
    '--port',
    '0',
    '--data',
    dataDir,
    '--log',
    logFile,
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LUMAFOLD_DATA_DIR: home, TMPDIR: tempDir },
    stdio: ['ignore', 'pipe', openSync(join(home, 'stderr.txt'), 'a')],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const address = await Promise.race([
    readAddress(child),
    ended.then(([code]) => Promise.reject(new Error(`the service ended with ${code} before it was ready`))),
  ])
  return {
    address,
    pid: child.pid!,
    readyMs: performance.now() - began,
    async stop() {
      const asked = performance.now()
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, ms: performance.now() - asked }
    },
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const address = /\bhttp:\/\/\S+/.exec(line)?.[0]
    if (address !== undefined) {
      child.stdout!.resume()
      return address
    }
  }
  throw new Error('the service said no address')
}
