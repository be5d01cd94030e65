import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryDir } from '../../fixtures/folders.ts'
import { quantile } from './main-thread.ts'

/** Each revision is measured this often, in turn, so that a busy minute of the machine affects both. */
const TURNS = 2
const FIGURE = /^ {2}(\S.*?) {2,}([\d.,]+) (ms|MB|times)\b/

type Measured = Map<string, { unit: string; values: number[] }>

/**
 * Builds another revision, runs its own window benchmark and this one's in turn, each over a library that it draws
 * itself, and prints their figures side by side. Throws if the revision is unknown or cannot be built.
 */
export async function compareWith(revision: string | undefined): Promise<void> {
  if (revision === undefined) throw new Error('Name a revision to compare with: --against REV.')
  const folder = mkdtempSync(join(tmpdir(), 'window-bench-'))
  const other = join(folder, 'other')
  try {
    run(repositoryDir, 'git', 'worktree', 'add', '--detach', other, revision)
    run(other, process.execPath, 'build/setup/setup.mjs')
    run(other, 'npm', 'run', 'build')
    const [theirs, ours]: [Measured, Measured] = [new Map(), new Map()]
    for (let turn = 0; turn < TURNS; turn++) {
      await measure(other, join(folder, 'their-library'), theirs)
      await measure(repositoryDir, join(folder, 'our-library'), ours)
    }
    print(revision, theirs, ours)
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', other], { cwd: repositoryDir })
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(cwd: string, program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`"${[program, ...args].join(' ')}" failed in ${cwd}.`)
}

/** Runs a revision's benchmark, and adds each figure that it prints, even those beyond their limits. */
async function measure(cwd: string, library: string, measured: Measured): Promise<void> {
  const ownNode = join(cwd, 'node_modules/.bin/node')
  const program = existsSync(ownNode) ? ownNode : process.execPath
  const child = spawn(program, ['test/bench/window-bench.ts', '--library', library], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    process.stdout.write(text)
  })
  await once(child, 'close')
  if (!/^ {2}(?:PASS|FAIL); /m.test(printed)) throw new Error(`The benchmark did not end in ${cwd}.`)
  for (const line of printed.split('\n')) {
    const [, name, value, unit] = FIGURE.exec(line) ?? []
    if (name === undefined || value === undefined || unit === undefined) continue
    const figure = measured.get(name) ?? { unit, values: [] }
    figure.values.push(Number(value.replaceAll(',', '')))
    measured.set(name, figure)
  }
}

function print(revision: string, theirs: Measured, ours: Measured): void {
  const cell = (text: string) => text.padStart(16)
  process.stdout.write(`\n${''.padEnd(60)}${cell(revision.slice(0, 12))}${cell('here')}${cell('here / there')}\n`)
  for (const [name, { unit, values }] of ours) {
    const before = theirs.get(name)?.values ?? []
    const ratio = before.length === 0 ? '' : (quantile(values, 0.5) / quantile(before, 0.5)).toFixed(2)
    process.stdout.write(
      `${name.padEnd(60)}${cell(before.join(', '))}${cell(values.join(', '))}${cell(ratio)} ${unit}\n`,
    )
  }
}
