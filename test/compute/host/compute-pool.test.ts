import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forkNode, type ComputeProcess, type ProcessEnd } from '../../../src-main/compute/host/compute-process.ts'
import { ComputePool } from '../../../src-main/compute/host/compute-pool.ts'
import { byNight } from '../../fixtures/night.ts'
import type { PoolLimits } from '../../../src-main/compute/host/pool-options.ts'

const faulty = join(import.meta.dirname, 'faulty-compute.ts')

function openPool(limits: Partial<PoolLimits> = {}, entry = faulty, processes = 1, fork = () => forkNode(entry)) {
  const problems: string[] = []
  const pool = new ComputePool({
    start: { resourcesDir: '', modelsDir: '' },
    fork,
    onProblem: (message, details) => problems.push(`${message} ${JSON.stringify(details)}`),
    processes,
    limits: { backOffMs: 1, ...limits },
  })
  onTestFinished(() => pool.close())
  const analyse = async (name: string) => {
    const outcome = await pool.analyse({ path: `/photos/${name}`, steps: ['hash'] })
    return outcome.ok
      ? {
          code: 'ok',
          reason: outcome.findings.contentHash,
          pid: Number(inEnglish(outcome.warnings[0])),
          inFlight: Number(inEnglish(outcome.warnings[1])),
        }
      : { ...outcome, reason: inEnglish(outcome.reason), pid: 0, inFlight: 0 }
  }
  return { pool, analyse, problems }
}

type Fault = { execPath?: string; fails?: string; isThrown?: boolean }

/** A pool whose processes cannot start until `mend` is called. */
function openPoolWithFault(fault: Fault) {
  let isBroken = true
  const fork = () => (isBroken ? startBadly(fault) : forkNode(faulty))
  return { ...openPool({}, faulty, 1, fork), mend: () => void (isBroken = false) }
}

/** Starts a missing program, or gets the system's error for a failed start. */
function startBadly({ execPath, fails, isThrown = false }: Fault): ComputeProcess {
  const usual = process.execPath
  if (execPath !== undefined) process.execPath = execPath
  try {
    if (fails === undefined) return forkNode(faulty)
    const error = Object.assign(new Error(`spawn ${fails}`), { code: fails })
    if (isThrown) throw error
    const onExit = (listener: (end: ProcessEnd) => void) =>
      process.nextTick(() => listener({ how: error.message, isOutOfMemory: false }))
    const nothing = () => undefined
    return { post: nothing, onMessage: nothing, onUsed: nothing, onExit, kill: nothing }
  } finally {
    process.execPath = usual
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean) {
  await expect.poll(condition).toBe(true)
}

test('each photo gets its own answer, and no process has more than two in flight', async () => {
  const { analyse } = openPool({}, faulty, 2)
  const names = Array.from({ length: 12 }, (_, i) => `photo-${i}`)
  const answers = await Promise.all(names.map(analyse))
  expect(answers.map(({ reason }) => reason)).toEqual(names)
  expect(Math.max(...answers.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(2)
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2)
})

test('while a person works fewer processes analyse photos, and none is ended for that', { tags: 'night' }, async () => {
  const { analyse, pool } = openPool({}, faulty, availableParallelism())
  const batch = (name: string) => Promise.all(Array.from({ length: 16 }, (_, i) => analyse(`${name}-${i}`)))
  const pidsOf = (answers: Awaited<ReturnType<typeof batch>>) => new Set(answers.map(({ pid }) => pid))
  pool.setPersonAtWork(true)
  const beside = pidsOf(await batch('beside'))
  expect(beside.size).toBe(Math.max(1, availableParallelism() - 1))
  pool.setPersonAtWork(false)
  expect(pidsOf(await batch('alone')).size).toBe(availableParallelism())
  pool.setPersonAtWork(true)
  expect(pidsOf(await batch('again'))).toEqual(beside)
  expect(pool.state().processes).toBe(availableParallelism())
})

test('a photo that kills its process is blamed, its neighbours are not', { tags: 'night' }, async () => {
  const { analyse, problems } = openPool()
  const answers = await Promise.all(['one', 'crash-a', 'two', 'three', 'crash-b', 'four'].map(analyse))
  expect(answers.map(({ code }) => code)).toEqual(['ok', 'crashed', 'ok', 'ok', 'crashed', 'ok'])
  expect(answers[1]!.reason).toContain('SIGKILL')
  expect(problems.length).toBeGreaterThanOrEqual(2)
})

test('a photo that hangs its process is given up, its neighbours are not', { tags: 'night' }, async () => {
  // starting a process on a busy machine is part of it
  const { analyse } = openPool({ sharedMs: 1500, aloneMs: 10_000 })
  const answers = await Promise.all(['one', 'hang', 'two', 'three'].map(analyse))
  expect(answers.map(({ code }) => code)).toEqual(['ok', 'timed-out', 'ok', 'ok'])
})

test.runIf(process.platform !== 'win32')(
  "a process suspended for longer than a photo's limit is left alone, one that works endlessly is not",
  { tags: 'night' },
  async () => {
    const pids: number[] = []
    const noPause = { inFlight: 1, growAt: 1, sharedMs: 500, aloneMs: 1500, stalledMs: 1000 }
    const fork = () =>
      forkNode(
        faulty,
        () => undefined,
        (pid) => pids.push(pid),
      )
    const { analyse } = openPool(noPause, faulty, 2, fork)
    const stopped = analyse('stop')
    const hanging = analyse('hang')
    expect((await hanging).code).toBe('timed-out')
    process.kill(pids[0]!, 'SIGCONT')
    expect(await stopped).toMatchObject({ code: 'ok', pid: pids[0] })
  },
)

test('a photo whose process computes nothing and never answers is given up', { tags: 'night' }, async () => {
  const { analyse } = openPool({ stalledMs: 1000 })
  const answers = await Promise.all(['one', 'wait', 'two'].map(analyse))
  expect(answers.map(({ code }) => code)).toEqual(['ok', 'timed-out', 'ok'])
})

test('a process that has grown too large is replaced between photos', { tags: 'night' }, async () => {
  const { analyse } = openPool({ residentBytes: 1_000_000 })
  const fat = await analyse('fat')
  const next = await analyse('next')
  expect([fat.code, next.code]).toEqual(['ok', 'ok'])
  expect(next.pid).not.toBe(fat.pid)
  await until(() => !isAlive(fat.pid))
})

test('without work the processes end, and they start again with the next photo', { tags: 'night' }, async () => {
  const { analyse } = openPool({ idleMs: 100 })
  const first = await analyse('first')
  await until(() => !isAlive(first.pid))
  expect((await analyse('second')).code).toBe('ok')
})

test('after renewing, photos go to a fresh process and active ones are finished', { tags: 'night' }, async () => {
  const { pool, analyse } = openPool({}, faulty, 2)
  const first = await analyse('first')
  const under = analyse('under way')
  pool.renew()
  expect((await under).code).toBe('ok')
  expect((await analyse('later')).pid).not.toBe(first.pid)
})

test('closing ends the processes; a photo submitted later is answered', async () => {
  const { pool, analyse } = openPool()
  const { pid } = await analyse('first')
  await pool.close()
  expect(isAlive(pid)).toBe(false)
  expect((await analyse('late')).code).toBe('blocked')
})

test('an entry that cannot run is reported, instead of retried for ever', { tags: 'night' }, async () => {
  const missing = join(import.meta.dirname, 'not-there.ts')
  expect(existsSync(missing)).toBe(false)
  const { analyse } = openPool({}, missing)
  const answers = await Promise.all(['one', 'two', 'three'].map(analyse))
  expect(answers.map(({ code }) => code)).toEqual(['blocked', 'blocked', 'blocked'])
  expect(answers[0]!.reason).toMatch(/^Photos cannot be analysed now: .*does not start \(exit code 1\)\..*tried again/)
})

const refusals: [string, Fault, RegExp][] = [
  ['a program that is not there', { execPath: '/no/such/program' }, /ENOENT.*Install the program again/],
  ['a system without room for another process', { fails: 'EAGAIN' }, /EAGAIN.*Close other programs/],
  ['a system without memory', { fails: 'ENOMEM', isThrown: true }, /ENOMEM.*Close other programs/],
  ['a system that has no files left', { fails: 'EMFILE' }, /EMFILE.*Close other programs/],
]
test.each(byNight(refusals.slice(0, 1), refusals))(
  '%s is not blamed on a photo, and advice is given',
  async (_what, fault, words) => {
    const { analyse, mend } = openPoolWithFault(fault)
    const answers = await Promise.all(['one', 'two'].map(analyse))
    expect(answers).toMatchObject([
      { code: 'blocked', by: 'engine', reason: expect.stringMatching(words) },
      { code: 'blocked', by: 'engine', reason: expect.stringMatching(words) },
    ])
    mend()
    expect((await analyse('three')).code).toBe('ok')
  },
)

test('a picture that nobody is waiting for leaves the queue', async () => {
  const { pool, analyse } = openPool()
  const busy = Promise.all(['one', 'two', 'three', 'four'].map(analyse))
  const abort = new AbortController()
  const request = { path: '/photos/x', longSide: 100, format: 'jpeg' as const, quality: 80 }
  const pictures = [1, 2, 3, 4].map(() => pool.render(request, abort.signal))
  const settled = Promise.allSettled(pictures)
  abort.abort(new Error('scrolled away'))
  for (const result of await settled) expect(result.status).toBe('rejected')
  expect((await busy).every(({ code }) => code === 'ok')).toBe(true)
})
