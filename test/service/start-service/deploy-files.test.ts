import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { createMetrics } from '../../../src-main/service/http/metrics.ts'
import { serviceCommand } from '../../../src-main/shells/cli/commands/service.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

const folder = join(resourcesDir, 'service/deploy')
const files = readdirSync(folder)
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

test('deployment files use only existing options', () => {
  const program = new Command()
  serviceCommand(program)
  const known = new Set(program.commands[0]!.options.map(({ long }) => long))
  const starting = ['lumafold.service', 'Dockerfile', 'kubernetes.yaml'].map((file) => [file, startLine(file)] as const)
  for (const [file, line] of starting) {
    const used = [...line.matchAll(/--[a-z-]+/g)].map(([option]) => option)
    expect(used.length, file).toBeGreaterThan(3)
    expect(
      used.filter((option) => !known.has(option)),
      file,
    ).toEqual([])
  }
})

test('deployment files set only variables that the service reads', () => {
  const program = new Command()
  serviceCommand(program)
  const known = program.commands[0]!.options.map(({ envVar }) => envVar)
  // it is used only within the file
  const own = new Set(['LUMAFOLD_PASSWORD'])
  for (const file of ['compose.yaml', 'kubernetes.yaml', 'lumafold.service']) {
    const used = new Set(read(file).match(/LUMAFOLD_[A-Z_]+/g) ?? [])
    expect(used.size, file).toBeGreaterThan(1)
    expect(
      [...used].filter((name) => !known.includes(name) && !own.has(name)),
      file,
    ).toEqual([])
  }
})

/** The line, or the lines, in which a file starts the service. */
function startLine(file: string): string {
  const text = read(file)
  const [start = ''] = /^(ExecStart|CMD|\s+args:\n(\s+- .*\n)+).*$/m.exec(text) ?? []
  return start.startsWith('Exec') || start.startsWith('CMD') ? text.slice(text.indexOf(start)).split('\n')[0]! : start
}

test('dashboards and alerts query only existing metrics', async () => {
  const state = () => ({ waiting: 0, running: 0, processes: 1, isWarm: true, isAccepting: true })
  const metrics = createMetrics(state, () => 0)
  metrics.observe({ route: '/v2/tags', method: 'GET', status: 200, seconds: 0.1 })
  const text = await metrics.text()
  for (const file of ['grafana-dashboard.json', 'prometheus.yaml']) {
    const asked = [...read(file).matchAll(/\b(?:lumafold|process)_[a-z_]+/g)].map(([name]) => name)
    expect(asked.length, file).toBeGreaterThan(3)
    expect(
      asked.filter((name) => !text.includes(`\n${name}`) && !text.startsWith(name)),
      file,
    ).toEqual([])
  }
})

test('documents can be parsed', () => {
  for (const file of files.filter((name) => name.endsWith('.yaml')))
    for (const { errors } of parseAllDocuments(read(file), { merge: true })) expect(errors, file).toEqual([])
  for (const file of files.filter((name) => name.endsWith('.json'))) expect(() => JSON.parse(read(file))).not.toThrow()
})
